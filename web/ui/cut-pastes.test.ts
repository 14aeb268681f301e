import { expect, it } from 'vitest'
import { describeCutPaste } from './cut-pastes.ts'

const lines = (first: string, ...more: string[]) => ({ first, pasted: first, more, longest: 4, room: 2 })

it('describes which of the pasted lines were cut or left out', () => {
  expect(describeCutPaste(lines('Tent', 'Pegs', 'Fuel'))).toBeUndefined()
  expect(describeCutPaste({ ...lines('Tent', 'Pegs'), pasted: 'Te' })).toBe(
    'One line was too long, so its end was left out.',
  )
  expect(describeCutPaste({ ...lines('Tent', 'Matches', 'Fuel', 'Map'), pasted: '' })).toBe(
    '2 lines were too long, so their ends were left out. The list is full, so the last line was left out.',
  )
  expect(describeCutPaste(lines('Tent', 'a', 'b', 'c', 'd'))).toBe(
    'The list is full, so the last 2 lines were left out.',
  )
})

import { expect, it } from 'vitest'
import { wordsForCut } from './cut-pastes.ts'

const lines = (first: string, ...more: string[]) => ({ first, pasted: first, more, longest: 4, room: 2 })

it('describes which of the pasted lines were cut or left out', () => {
  expect(wordsForCut(lines('Tent', 'Pegs', 'Fuel'))).toBeUndefined()
  expect(wordsForCut({ ...lines('Tent', 'Pegs'), pasted: 'Te' })).toBe('One line was too long: the end was left out.')
  expect(wordsForCut({ ...lines('Tent', 'Matches', 'Fuel', 'Map'), pasted: '' })).toBe(
    '2 lines were too long: the end was left out. The last line was left out: the list is full.',
  )
  expect(wordsForCut(lines('Tent', 'a', 'b', 'c', 'd'))).toBe('The last 2 lines were left out: the list is full.')
})

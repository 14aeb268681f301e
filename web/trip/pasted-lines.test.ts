import { describe, expect, it } from 'vitest'
import { linesOf } from './pasted-lines.ts'

describe('a list that was copied elsewhere', () => {
  it('has an entry for each line that is not blank', () => {
    expect(linesOf('Tent\r\n\r\n  \nMatches \n')).toEqual(['Tent', 'Matches'])
  })

  it('has an entry for each cell of a table', () => {
    expect(linesOf('Tent\tPegs\nStove\t\tFuel')).toEqual(['Tent', 'Pegs', 'Stove', 'Fuel'])
  })

  it.each(['- Tent', '* Tent', '• Tent', '– Tent', '1. Tent', '12) Tent', '[ ] Tent', '- [x] Tent', '  -  Tent'])(
    'loses its marks: %j',
    (line) => expect(linesOf(line)).toEqual(['Tent']),
  )

  it.each(['2 tents', '1.5 l of water', '-5 °C sleeping bag', '2x rope', '[spare] rope'])(
    'keeps what is no mark: %j',
    (line) => expect(linesOf(line)).toEqual([line]),
  )
})

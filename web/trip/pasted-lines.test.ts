import { describe, expect, it } from 'vitest'
import { parsePastedLines } from './pasted-lines.ts'

describe('linesOf', () => {
  it('returns an entry for each line that is not blank', () => {
    expect(parsePastedLines('Tent\r\n\r\n  \nMatches \n')).toEqual(['Tent', 'Matches'])
  })

  it('returns an entry for each cell of a table', () => {
    expect(parsePastedLines('Tent\tPegs\nStove\t\tFuel')).toEqual(['Tent', 'Pegs', 'Stove', 'Fuel'])
  })

  it.each(['- Tent', '* Tent', '• Tent', '– Tent', '1. Tent', '12) Tent', '[ ] Tent', '- [x] Tent', '  -  Tent'])(
    'removes list markers: %j',
    (line) => expect(parsePastedLines(line)).toEqual(['Tent']),
  )

  it.each(['2 tents', '1.5 l of water', '-5 °C sleeping bag', '2x rope', '[spare] rope'])(
    'keeps text that is no list marker: %j',
    (line) => expect(parsePastedLines(line)).toEqual([line]),
  )
})

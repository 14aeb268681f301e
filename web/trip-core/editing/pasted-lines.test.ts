import type { ClipboardEvent } from 'react'
import { describe, expect, it } from 'vitest'
import { insertPastedLines, parsePastedLines } from './pasted-lines.ts'

const texts = (copied: string) => parsePastedLines(copied).map(({ text }) => text)
const ticked = (copied: string) =>
  parsePastedLines(copied)
    .filter(({ isTicked }) => isTicked)
    .map(({ text }) => text)

describe('parsePastedLines', () => {
  it('returns an entry for each line that is not blank', () => {
    expect(texts('Tent\r\n\r\n  \nMatches \n')).toEqual(['Tent', 'Matches'])
    expect(texts('• Tent\n•\n- \n1.\tMatches')).toEqual(['Tent', 'Matches'])
  })

  it('returns an entry for each row of a table', () => {
    expect(texts('Pasta\t3 kg\nRice\t\t2 kg\t\n\t\t\nSalt')).toEqual(['Pasta 3 kg', 'Rice 2 kg', 'Salt'])
    expect(texts('2\tkg\tpotatoes')).toEqual(['2 kg potatoes'])
  })

  it('leaves out the headings above a column that numbers the rows', () => {
    const rows = '1\tTent\t2\n2\tTarp\t1\n3\tRope\t4'
    const texts = ['Tent 2', 'Tarp 1', 'Rope 4']
    for (const heading of ['#', 'No.', 'NO', 'Nr.'])
      expect(parsePastedLines(`${heading}\tItem\tQty\n${rows}`).map(({ text }) => text)).toEqual(texts)
    // Headings of other tables stay: a line that is too many is seen, one that is missing is not.
    expect(parsePastedLines('Item\tQty\nTent\t2').map(({ text }) => text)).toEqual(['Item Qty', 'Tent 2'])
    expect(parsePastedLines('No.\tsugar\n5\tTent\n7\tTarp\n8\tRope')).toHaveLength(4)
  })

  it('leaves out a column that numbers the rows', () => {
    expect(texts('1\tTent\n2\tStove\n3\tRope')).toEqual(['Tent', 'Stove', 'Rope'])
    expect(texts('1\tTent\n4\tStoves\n3\tRopes')).toEqual(['1 Tent', '4 Stoves', '3 Ropes'])
    expect(texts('1\n2\n3')).toEqual(['1', '2', '3'])
  })

  it('removes list markers, and tells which lines were ticked', () => {
    const copied = '•\tTent\n1.\tStove\n☐ Rope\n[x] Axe\n- [x] Map\n☑\tSoap\n2 tents'
    expect(texts(copied)).toEqual(['Tent', 'Stove', 'Rope', 'Axe', 'Map', 'Soap', '2 tents'])
    expect(ticked(copied)).toEqual(['Axe', 'Map', 'Soap'])
  })

  it('reads the boxes of a spreadsheet', () => {
    const copied = 'TRUE\tTent\t2\nFALSE\tStove\nRope\tTRUE\nTRUE'
    expect(texts(copied)).toEqual(['Tent 2', 'Stove', 'Rope', 'TRUE'])
    expect(ticked(copied)).toEqual(['Tent 2', 'Rope'])
  })
})

describe('insertPastedLines', () => {
  function insert(copied: string, value = '', [selectionStart, selectionEnd] = [0, value.length]) {
    const field = { value, selectionStart, selectionEnd, dispatchEvent: () => true }
    let isPrevented = false
    const event = {
      clipboardData: { getData: () => copied },
      currentTarget: field,
      preventDefault() {
        isPrevented = true
      },
    }
    const pasted = insertPastedLines(event as unknown as ClipboardEvent<HTMLInputElement>, 10, 2)
    expect(isPrevented).toBe(pasted !== undefined)
    return pasted
  }

  it('leaves a plain line to the browser', () => {
    expect(insert('Tent')).toBeUndefined()
    expect(insert('Tent\n', 'New item')).toBeUndefined()
    expect(insert('  \n')).toBeUndefined()
  })

  it('cleans a single line that becomes all of the text', () => {
    expect(insert('•\tTent', 'New item')).toEqual({ text: 'Tent', isTicked: false, more: [] })
    expect(insert('[x] Tent')).toEqual({ text: 'Tent', isTicked: true, more: [] })
    expect(insert('Pasta\t3 kg')).toEqual({ text: 'Pasta 3 kg', isTicked: false, more: [] })
    // Within a text, a dash may be one.
    expect(insert('- 5 °C', 'below ', [6, 6])).toBeUndefined()
  })

  it('makes entries of the other lines, and cuts them and the list', () => {
    expect(insert('a\n[x] 12345678901\nc\nd', 'xyz', [1, 2])).toEqual({
      text: 'xaz',
      isTicked: false,
      more: [
        { text: '1234567890', isTicked: true },
        { text: 'c', isTicked: false },
      ],
    })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPeopleInText } from './people-in-text.ts'
import { MAX_PERSON_NAME } from './plan/people.ts'

const read = (text: string, listed: string[] = [], room = 1000) => readPeopleInText(text, listed, room)
const namesIn = (text: string) => read(text).names

describe('readPeopleInText', () => {
  it.each([
    ['lines', 'Ana Lake\nBen Berg\r\nCleo'],
    ['commas', 'Ana Lake, Ben Berg,Cleo'],
    ['semicolons', 'Ana Lake; Ben Berg ;Cleo;'],
    ['lines with several', 'Ana Lake, Ben Berg\nCleo'],
    ['bullets', '• Ana Lake\n- Ben Berg\n* Cleo'],
    ['numbers', '1. Ana Lake\n2) Ben Berg\n3. Cleo'],
    ['ticked boxes', '[x] Ana Lake\n☐ Ben Berg\n- [ ] Cleo'],
    ['spaces around and within', '  Ana   Lake \n\tBen Berg\n Cleo\u00a0\n'],
    ['a numbered table', '1\tAna Lake\n2\tBen Berg\n3\tCleo'],
    ['blank lines around', '\n\n  \nAna Lake\nBen Berg\nCleo\n \n\n'],
  ])('reads %s', (_, text) => {
    expect(read(text)).toMatchObject({ names: ['Ana Lake', 'Ben Berg', 'Cleo'], nameless: 0 })
  })

  it('takes the first column of a table, whole', () => {
    expect(read('Lake, Ana\tvegan\t07/02\nBen Berg\t\t')).toMatchObject({
      names: ['Lake, Ana', 'Ben Berg'],
      hasMoreColumns: true,
    })
    expect(read('Ana\t\nBen').hasMoreColumns).toBe(false)
  })

  it('keeps names that look odd', () => {
    const names = ['Dr. A. Smith', 'O’Neil-Béres', 'Jean (dad of Kim)', '李小龙', '🦊', 'C. J.']
    expect(namesIn(names.join('\n'))).toEqual(names)
  })

  it('says who is on the list already, whatever their case and accents', () => {
    expect(read('ANA  lake\nZoé\nBen', ['Ana Lake', 'Zoe', ''])).toMatchObject({
      names: ['Ben'],
      listed: ['ANA lake', 'Zoé'],
    })
  })

  it('adds a name once that the text has twice', () => {
    expect(read('Ana\nBen\nana\nAna')).toMatchObject({ names: ['Ana', 'Ben'], repeated: ['ana', 'Ana'] })
  })

  it('counts lines without a name between others', () => {
    expect(read('\nAna\n\n  \n3.\n\tvegan\nBen\n\n')).toMatchObject({ names: ['Ana', 'vegan', 'Ben'], nameless: 3 })
    expect(read('Ana\tvegan\n\u00a0\tvegan\nBen\tvegan')).toMatchObject({ names: ['Ana', 'Ben'], nameless: 1 })
  })

  it('adds no name that is too long, and cuts none', () => {
    const longest = 'x'.repeat(MAX_PERSON_NAME)
    expect(read(`${longest}\n${longest}y\nBen`)).toMatchObject({
      names: [longest, 'Ben'],
      tooLong: [`${longest}y`],
    })
  })

  it('stops where the list has no room, and says who is left', () => {
    expect(read('Ana\nBen\nCleo\nAna', [], 1)).toMatchObject({
      names: ['Ana'],
      noRoom: ['Ben', 'Cleo'],
      repeated: ['Ana'],
    })
  })

  it('finds nobody in a text without names', () => {
    for (const text of ['', ' \n\t\n', '- \n•', ', ;'])
      expect(read(text)).toMatchObject({ names: [], listed: [], repeated: [], tooLong: [], noRoom: [] })
  })

  it('loses no name, whatever separates them', () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{1,8}( [A-Z][a-z]{1,8})?$/)
    const mark = fc.constantFrom('', '- ', '• ', '12. ', '[ ] ', '  ')
    const end = fc.constantFrom('\n', '\r\n', ', ', ';', '\n\n', ' \n')
    const entries = fc.array(fc.tuple(mark, name, end), { maxLength: 40 })
    fc.assert(
      fc.property(entries, fc.array(name, { maxLength: 5 }), fc.nat(30), (parts, listed, room) => {
        const found = read(parts.map((part) => part.join('')).join(''), listed, room)
        const all = [found.names, found.listed, found.repeated, found.tooLong, found.noRoom].flat()
        expect(all.toSorted()).toEqual(parts.map((part) => part[1]).toSorted())
        expect(new Set(found.names.map((one) => one.toLowerCase())).size).toBe(found.names.length)
        expect(found.names.length).toBeLessThanOrEqual(room)
      }),
    )
  })

  it('reads any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        for (const name of namesIn(text)) {
          expect(name).toBe(name.trim())
          expect(name).not.toMatch(/[\r\n\t]/)
          expect(name.length).toBeLessThanOrEqual(MAX_PERSON_NAME)
        }
      }),
    )
  })
})

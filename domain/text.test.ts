import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freeText, isBlank, nameText, trimmed, withoutUnstorable } from './text.ts'

const storable = [
  '',
  ' ',
  '  two  blanks ',
  'a\nb\tc\r\n',
  '290 km, 3 h',
  '🏕️👩‍👩‍👧🇨🇦',
  'مرحبا بالعالم',
  'שלום \u200f(1)',
  'e\u0301',
  '\ufeff',
  '[1,2]',
]
const unstorable = ['\0', 'a\0b', '\ud83d', '\ude00', 'a\ud83db', '\ude00\ud83d', '😀\ude00', '\ud83d😀']

describe('free text', () => {
  it.each(storable)('stays unchanged: %j', (text) => expect(freeText(100).parse(text)).toBe(text))

  it.each(unstorable)('rejects what cannot be stored: %j', (text) => {
    expect(freeText(100).safeParse(text).success).toBe(false)
    expect(nameText(100).safeParse(`x${text}`).success).toBe(false)
  })

  it('has a maximum length', () => {
    expect(freeText(4).safeParse('1234').success).toBe(true)
    expect(freeText(4).safeParse('12345').success).toBe(false)
    expect(freeText(4).safeParse('😀😀').success).toBe(true)
    expect(freeText(4).safeParse('😀😀😀😀1').success).toBe(false)
  })

  it('has to be a string', () => {
    for (const value of [null, undefined, 1, ['a'], {}]) expect(freeText(9).safeParse(value).success).toBe(false)
  })
})

describe('required text', () => {
  it('is trimmed, and not blank', () => {
    expect(nameText(3).parse(' a b ')).toBe('a b')
    expect(nameText(3).safeParse('   ').success).toBe(false)
    expect(nameText(3).safeParse(' abcd ').success).toBe(false)
  })

  it('is on one line, without direction marks', () => {
    expect(nameText(40).parse('To\nthe\tlake\u0007')).toBe('To the lake')
    expect(nameText(40).parse('\u202etxt.exe\u202c \u2066x\u2069')).toBe('txt.exe x')
    expect(nameText(40).parse('שלום 👩\u200d🚀')).toBe('שלום 👩\u200d🚀')
    expect(nameText(40).safeParse('\n\u200f').success).toBe(false)
  })
})

describe('pasted text', () => {
  it('loses what cannot be stored, and nothing else', () => {
    expect(withoutUnstorable('a\0b\ud83dc😀\ude00')).toBe('abc😀')
    for (const text of storable) expect(withoutUnstorable(text)).toBe(text)
  })

  it('can always be stored', () => {
    const units = fc.array(fc.oneof(fc.constantFrom(0, 0xd83d, 0xde00, 97), fc.nat(0xffff)), { maxLength: 12 })
    fc.assert(
      fc.property(units, (codes) => {
        expect(freeText(12).safeParse(withoutUnstorable(String.fromCharCode(...codes))).success).toBe(true)
      }),
    )
  })
})

describe('a blank text', () => {
  const invisible = {
    'white space': ' \t\n\u00a0\u2003\u3000',
    'zero-width characters': '\u200b\u2060\ufeff',
    joiners: '\u200c\u200d\u034f',
    'soft hyphens': '\u00ad',
    'direction marks': '\u061c\u200e\u200f\u202e\u2066\u2069',
    'Hangul fillers': '\u115f\u1160\u3164\uffa0',
    'the braille blank': '\u2800',
    'variation selectors and tags': '\ufe0f\u180b\u{e0020}\u{e0100}',
  }
  it.each(Object.entries(invisible))('is one of %s only, and no name', (_, text) => {
    for (const blank of [text, ` ${text} `, ...text]) {
      expect(isBlank(blank)).toBe(true)
      expect(trimmed(blank)).toBe('')
      expect(nameText(50).safeParse(blank).success).toBe(false)
    }
  })

  it('is no text that shows something, and that text keeps its joiners and selectors', () => {
    for (const text of ['a', '.', '👩‍👩‍👧', '❤️', '\u0301', '가', '⠁', 'می‌خواهم', '\u0600']) {
      expect(isBlank(text), text).toBe(false)
      expect(nameText(50).parse(` ${text} `)).toBe(text)
    }
    expect(isBlank('')).toBe(true)
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ibanInGroups, isIban, isInEea, readIban } from './iban.ts'
import { ibanProblemWords } from './iban-words.ts'

/** Examples of the IBAN registry. */
const valid = [
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'NL91ABNA0417164300',
  'CH9300762011623852957',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
]

const wordsOf = (text: string) => {
  const read = readIban(text)
  return 'problem' in read ? ibanProblemWords(read) : read.iban
}

describe('an IBAN', () => {
  it.each(valid)('of each country is read: %s', (iban) => {
    expect(readIban(iban)).toEqual({ iban })
    expect(isIban(iban)).toBe(true)
    expect(readIban(ibanInGroups(iban).toLowerCase())).toEqual({ iban })
    expect(readIban(` IBAN: ${ibanInGroups(iban)}\n`)).toEqual({ iban })
  })

  it('is stored only without spaces and in capitals', () => {
    for (const text of ['', 'DE89 3704 0044 0532 0130 00', 'de89370400440532013000', 'IBANDE89370400440532013000'])
      expect(isIban(text), text).toBe(false)
  })

  it('is shown in groups of four', () => {
    expect(ibanInGroups('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
    expect(ibanInGroups('NO9386011117947')).toBe('NO93 8601 1117 947')
    expect(ibanInGroups('BE68539007547034')).toBe('BE68 5390 0754 7034')
  })

  it('says what is wrong with it', () => {
    expect(wordsOf('DE89370400440532013001')).toBe(
      'Check the IBAN: its check digits don’t match. A digit may be mistyped.',
    )
    expect(wordsOf('DE8937040044053201300')).toBe('An IBAN of Germany has 22 characters; this one has 21.')
    expect(wordsOf('NL91ABNA04171643000')).toBe('An IBAN of the Netherlands has 18 characters; this one has 19.')
    expect(wordsOf('MA64011519000001205000534921')).toBe(
      'We don’t know IBANs that begin with “MA”. Check the first two letters.',
    )
    for (const text of ['12345678', 'DE', 'DE89 3704 0044 0532 0130 0!', 'constructor'])
      expect(wordsOf(text), text).toBe(
        'An IBAN begins with two letters and two digits, and has only letters and digits.',
      )
  })

  it('has check digits that find every single wrong digit, and every two neighbours that changed places', () => {
    const iban = 'DE89370400440532013000'
    fc.assert(
      fc.property(fc.integer({ min: 2, max: iban.length - 1 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digit = (Number(iban[at]) + by) % 10
        expect(readIban(iban.slice(0, at) + digit + iban.slice(at + 1))).toEqual({ problem: 'check' })
      }),
    )
    for (let at = 4; at < iban.length - 1; at++) {
      if (iban[at] === iban[at + 1]) continue
      const swapped = iban.slice(0, at) + iban[at + 1] + iban[at] + iban.slice(at + 2)
      expect(readIban(swapped), swapped).toEqual({ problem: 'check' })
    }
  })

  it('has check digits from 02 to 98', () => {
    const withDigits = (digits: number, account: number) =>
      `DE${String(digits).padStart(2, '0')}37040044${String(account).padStart(10, '0')}`
    const right = new Set<number>()
    for (let account = 0; account < 97; account++) {
      const found = Array.from({ length: 100 }, (_, digits) => digits).filter((d) => isIban(withDigits(d, account)))
      expect(found).toHaveLength(1)
      right.add(found[0] as number)
    }
    expect([right.size, Math.min(...right), Math.max(...right)]).toEqual([97, 2, 98])
  })

  it('says whether its bank is in the European Economic Area', () => {
    expect(['DE89370400440532013000', 'NO9386011117947', 'LI21088100002324013AA'].map(isInEea)).toEqual([
      ...[true, true, true],
    ])
    for (const iban of ['CH9300762011623852957', 'GB29NWBK60161331926819', 'BR1800360305000010009795493C1'])
      expect(isInEea(iban), iban).toBe(false)
  })
})

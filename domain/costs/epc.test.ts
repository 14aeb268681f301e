import { describe, expect, it } from 'vitest'
import { epcText } from './epc.ts'

const transfer = {
  name: 'Robin Tester',
  iban: 'DE89370400440532013000',
  amount: 1250,
  currency: 'EUR',
  text: 'Lake weekend',
}

describe('the text of a code for a transfer', () => {
  it('has the lines of EPC069-12, version 002', () => {
    expect(epcText(transfer)).toBe(
      ['BCD', '002', '1', 'SCT', '', 'Robin Tester', 'DE89370400440532013000', 'EUR12.50', '', '', 'Lake weekend'].join(
        '\n',
      ),
    )
  })

  it('is only for euros, from one cent, to accounts that need no BIC', () => {
    const amountOf = (amount: number) => epcText({ ...transfer, amount })?.split('\n')[7]
    expect([0, 1, 99_999_999_999, 100_000_000_000].map(amountOf)).toEqual([
      undefined,
      'EUR0.01',
      'EUR999999999.99',
      undefined,
    ])
    expect(epcText({ ...transfer, currency: 'CHF' })).toBeUndefined()
    for (const iban of ['CH9300762011623852957', 'GB29NWBK60161331926819', 'BR1800360305000010009795493C1'])
      expect(epcText({ ...transfer, iban }), iban).toBeUndefined()
    expect(epcText({ ...transfer, iban: 'NO9386011117947' })).toContain('NO9386011117947')
    expect(epcText({ ...transfer, name: ' ' })).toBeUndefined()
  })

  it('keeps each text on its line, and to its length', () => {
    const lines = epcText({ ...transfer, name: 'Robin\nTester', text: `Lake\r\n${'x'.repeat(200)}` })?.split('\n')
    expect(lines).toHaveLength(11)
    expect(lines?.[5]).toBe('Robin Tester')
    expect(lines?.[10]).toHaveLength(140)
    expect(epcText({ ...transfer, name: 'n'.repeat(90) })?.split('\n')[5]).toHaveLength(70)
  })

  it('has at most 331 bytes, and no half characters', () => {
    const long = epcText({ ...transfer, name: '😀'.repeat(50), text: '😀'.repeat(140) }) ?? ''
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(331)
    expect(Buffer.byteLength(long)).toBeGreaterThan(300)
    expect(Buffer.byteLength(epcText({ ...transfer, name: '😀'.repeat(70) }) ?? '')).toBeLessThanOrEqual(331)
    expect(long).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
  })

  it('ends with the amount if there is nothing to say', () => {
    expect(epcText({ ...transfer, text: '' })).toMatch(/EUR12\.50$/)
  })
})

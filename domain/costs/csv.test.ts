import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OptionalLocalDate } from '../local-date.ts'
import { type Costs, newExpense, newPayer, newPayment, newShare } from '../plan/costs.ts'
import { countCosts } from './balances.ts'
import { costsToCsv } from './csv.ts'
import { readCsv, writeCsv } from './csv-rows.ts'
import { anyCosts, idOf, people } from './testing/any-costs.ts'

const [ana, ben] = [idOf(1), idOf(2)] as [string, string]
const names: Record<string, string> = { [ana]: 'Ana', [ben]: '=HYPERLINK("http://evil.example")' }
const options = {
  nameOf: (id: string) => names[id] ?? '',
  dates: { departure_date: '2026-08-01', return_date: '2026-08-04' } as {
    departure_date: OptionalLocalDate
    return_date: OptionalLocalDate
  },
}
const dinner = {
  ...newExpense(idOf(10), 'EUR', ana),
  name: 'Pizza, "Napoli"',
  category: 'food' as const,
  day: 2,
  payers: [newPayer(ana, 3000)],
  shares: [newShare(ana), newShare(ben)],
  note: '-5 % off\nwith card',
}
const tickets = {
  ...newExpense(idOf(11), 'JPY', ben),
  name: '@deck',
  kind: 'refund' as const,
  date: '2026-08-01' as OptionalLocalDate,
  rate: '0.0062',
  payers: [newPayer(ben, 3000)],
  split: 'amounts' as const,
  shares: [newShare(ana, { amount: 1000 })],
}
const payment = { ...newPayment(idOf(12), { from: ben, to: ana, amount: 1500, currency: 'EUR' }, ben), note: 'Cash' }
const costs: Costs = {
  currency: 'EUR',
  expenses: [dinner, tickets],
  payments: [payment],
  former: [],
  payees: [],
  fees: [],
}

describe('costs as a table', () => {
  it('has a row per expense and payment, by date', () => {
    const csv = costsToCsv(costs, options)
    expect(csv.startsWith('\ufeffDate,What,Category,Kind,Amount,')).toBe(true)
    expect(csv.replaceAll('\r\n', '').includes('\r')).toBe(false)
    expect(readCsv(csv, ',').map(({ cells }) => cells)).toEqual([
      [
        ...['Date', 'What', 'Category', 'Kind', 'Amount', 'Currency', 'Rate', 'Amount in EUR', 'Paid by', 'For whom'],
        ...['\'=HYPERLINK("http://evil.example") (EUR)', 'Ana (EUR)', 'Not assigned (EUR)', 'Note', 'Added by'],
      ],
      [
        ...['2026-08-01', "'@deck", 'Other', 'Refund', '3000', 'JPY', '0.0062', '-18.60'],
        ...['\'=HYPERLINK("http://evil.example") 3000', 'Ana', '', '-6.20', '-12.40', ''],
        '\'=HYPERLINK("http://evil.example")',
      ],
      [
        ...['2026-08-02', 'Pizza, "Napoli"', 'Food', 'Expense', '30.00', 'EUR', '', '30.00', 'Ana 30.00'],
        ...['Ana; =HYPERLINK("http://evil.example")', '15.00', '15.00', '', "'-5 % off\nwith card", 'Ana'],
      ],
      [
        ...['', 'Payment, not confirmed', '', 'Payment', '15.00', 'EUR', '', '15.00'],
        ...['\'=HYPERLINK("http://evil.example") 15.00', 'Ana', '', '', '', 'Cash'],
        '\'=HYPERLINK("http://evil.example")',
      ],
      [
        ...['Balances', 'Paid (EUR)', 'Share (EUR)', 'Not assigned (EUR)', 'Payments made minus received (EUR)'],
        'Balance in EUR (negative: owes)',
      ],
      // Ben got 18.60 back, of which 12.40 are nobody's yet.
      ['\'=HYPERLINK("http://evil.example")', '-18.60', '15.00', '-12.40', '15.00', '-6.20'],
      ['Ana', '30.00', '8.80', '0.00', '-15.00', '6.20'],
    ])
  })

  it('leaves what has no rate without amounts, and numbers people of one name', () => {
    const csv = costsToCsv(
      // The trip was in dollars for a while.
      {
        ...costs,
        expenses: [
          { ...dinner, rate: '1.1 USD' },
          { ...tickets, rate: '0.0068 USD' },
        ],
      },
      { ...options, nameOf: () => 'Kim' },
    )
    const [head, first, second] = readCsv(csv, ',').map(({ cells }) => cells)
    expect(head?.slice(10, 12)).toEqual(['Kim (EUR)', 'Kim 2 (EUR)'])
    expect([first?.slice(6, 8), first?.slice(10, 13)]).toEqual([
      ['0.0068 USD', ''],
      ['', '', ''],
    ])
    expect([second?.[6], second?.slice(10, 12)]).toEqual(['', ['15.00', '15.00']])
  })

  it('has the sums of the trip, whatever was paid', () => {
    fc.assert(
      fc.property(anyCosts, (any) => {
        const lines = readCsv(costsToCsv(any, { ...options, nameOf: (id) => id }), ',').map(({ cells }) => cells)
        const [head = [], ...rows] = lines.slice(0, 1 + any.expenses.length + any.payments.length)
        const counted = countCosts(any)
        const units = (text = '') => BigInt(text.replace('.', '') || 0)
        for (const [id = '', ...amounts] of lines.slice(rows.length + 2)) {
          const [paid = 0n, share = 0n, unassigned = 0n, payments = 0n, balance] = amounts.map(units)
          const { paid: ownPaid = 0, balance: ownBalance = 0 } = counted.people.get(id) ?? {}
          expect([paid, balance]).toEqual([BigInt(ownPaid), BigInt(ownBalance)])
          expect(paid - share - unassigned + payments).toBe(balance)
        }
        expect(Math.max(0, lines.length - rows.length - 2)).toBe(counted.people.size)
        const sumOfColumn = (index: number) =>
          rows.filter((cells) => cells[3] !== 'Payment').reduce((sum, cells) => sum + units(cells[index]), 0n)
        expect(rows).toHaveLength(any.expenses.length + any.payments.length)
        expect(sumOfColumn(7)).toBe(BigInt(counted.total))
        for (const id of people) {
          const column = head.indexOf(`${id} (EUR)`)
          if (column >= 0) expect(sumOfColumn(column)).toBe(BigInt(counted.people.get(id)?.share ?? 0))
        }
        for (const cells of rows) expect(cells).toHaveLength(head.length)
      }),
      { numRuns: 50 },
    )
  })
})

describe('a table in text', () => {
  it('marks formulas as text, but not numbers', () => {
    expect(writeCsv([['=1+1', '+1', '-1', '@x', '\tx', '\rx', ' =1', 'a=1', { number: '-1.50' }]])).toBe(
      '\ufeff\'=1+1,\'+1,\'-1,\'@x,"\'\tx","\'\rx"," =1",a=1,-1.50\r\n',
    )
  })

  it('has no formula for a program with another separator', () => {
    const cells = ['a;=1+1', 'a\t+1', 'a\n@x', 'a\r\n-1', 'a;;＝1', '\t=1', 'a;"=1', 'a; =1', 'a\nb;c', 'a,=1']
    expect(readCsv(writeCsv([cells]), ',')[0]?.cells).toEqual([
      ...["a;'=1+1", "a\t'+1", "a\n'@x", "a\r\n'-1", "a;;'＝1", "'\t'=1", 'a;\'"=1', 'a; =1', 'a\nb;c', 'a,=1'],
    ])
    const anyText = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', '\t', '=', '+', ';') })
    fc.assert(
      fc.property(fc.array(fc.array(anyText, { minLength: 2, maxLength: 4 }), { maxLength: 3 }), (rows) => {
        for (const separator of [',', ';', '\t'])
          for (const row of readCsv(writeCsv(rows), separator))
            for (const cell of row.cells) expect(cell).not.toMatch(/^[=+]/)
      }),
      { numRuns: 500 },
    )
  })

  it('is read with quotes, any line breaks and the numbers of lines', () => {
    const text = '\ufeffa,"b ""c"", d"\r\n\r\n , \n"two\r\nlines",e\rf\n"open, "'
    expect(readCsv(text, ',')).toEqual([
      { line: 1, cells: ['a', 'b "c", d'] },
      { line: 4, cells: ['two\r\nlines', 'e'] },
      { line: 6, cells: ['f'] },
      { line: 7, cells: ['open, '] },
    ])
    expect(readCsv('', ',')).toEqual([])
    expect(readCsv('a;b,c', ';')).toEqual([{ line: 1, cells: ['a', 'b,c'] }])
    expect(readCsv('"open', ',')).toEqual([{ line: 1, cells: ['open'] }])
  })

  it('is read as it was written', () => {
    const anyText = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', '=', ';', 'é') })
    fc.assert(
      fc.property(fc.array(fc.array(anyText, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const filled = rows.map((cells) => ['x', ...cells])
        const expected = filled.map((cells) =>
          cells.map((cell) => cell.replace(/^[\r\n]/, "'$&").replace(/(^|[;\r\n])(?="*=)/g, "$1'")),
        )
        expect(readCsv(writeCsv(filled), ',').map(({ cells }) => cells)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Costs, costs as costsSection, MAX_MONEY } from '../plan/costs.ts'
import { measureCpu } from '../testing/cpu-time.ts'
import { countCosts } from './balances.ts'
import { writeCsv } from './csv-rows.ts'
import { moneyText } from './parse-money.ts'
import { listMissing, readSplitwise, type SplitwiseFile, toCosts, withKnownPayers } from './splitwise.ts'
import { splitwiseProblemWords, unreadWords } from './splitwise-words.ts'
import { idOf, sumOf } from './testing/any-costs.ts'

const HEADING = 'Date,Description,Category,Cost,Currency,Ana,"Ben, Jr.",Cem'

function read(text: string): SplitwiseFile {
  const file = readSplitwise(text)
  if ('problem' in file) throw new Error(file.problem)
  return file
}

function imported({ people, rows }: SplitwiseFile, currency: string, ids = people.map((_, index) => idOf(index + 1))) {
  const added = toCosts(
    { people, rows },
    {
      idOf: (name) => ids[people.indexOf(name)] ?? '',
      addedBy: idOf(1),
      currency,
    },
  )
  const value: Costs = { ...costsSection.empty, currency, ...added }
  expect(costsSection.schema.safeParse(value).success).toBe(true)
  return { ...value, balances: ids.map((id) => countCosts(value).people.get(id)?.balance ?? 0) }
}

const group = `${HEADING}

2026-08-01,House,Rent,300.00,EUR,200.00,-100.00,-100.00
2026-08-02,"Dinner, ""late""",Dining out,60.00,EUR,-20.00,50.00,-30.00
2026-08-03,Cem paid Ana,Payment,80.00,EUR,-80.00,0.00,80.00
2026-08-03,Taxi,Taxi,3000,JPY,-1500,1500,0

2026-08-04,Total balance, , ,EUR,100.00,-50.00,-50.00
2026-08-04,Total balance, , ,JPY,-1500,1500,0
`

describe('an export from Splitwise', () => {
  it('has expenses and payments of people', () => {
    const file = read(group)
    expect(file.people).toEqual(['Ana', 'Ben, Jr.', 'Cem'])
    expect(file.currencies).toEqual(['EUR', 'JPY'])
    expect(file.unread).toEqual([])
    expect(file.rows).toMatchObject([
      { line: 3, kind: 'expense', name: 'House', category: 'lodging', amount: 30_000, isPaidByUnknown: false },
      { line: 4, name: 'Dinner, "late"', category: 'food', paid: [0, 6000, 0], shares: [2000, 1000, 3000] },
      { line: 5, kind: 'payment', amount: 8000, date: '2026-08-03' },
      { line: 6, category: 'transport', currency: 'JPY', amount: 3000, paid: [0, 3000, 0], shares: [1500, 1500, 0] },
    ])
    const { expenses, payments, balances } = imported(file, 'EUR')
    expect(balances).toEqual([10_000, -5000, -5000])
    expect(expenses[0]).toMatchObject({ split: 'amounts', is_for_all: false, rate: '', currency: 'EUR' })
    expect(payments).toMatchObject([{ from: idOf(3), to: idOf(1), amount: 8000, note: 'Cem paid Ana' }])
    expect(imported(file, 'JPY').balances).toEqual([-1500, 1500, 0])
  })

  it('is not added where somebody paid who is nobody here', () => {
    const file = read(group)
    const idOfColumn = (column: string) => (column === 'Cem' ? '' : idOf(file.people.indexOf(column) + 1))
    const { rows, withoutPayer } = withKnownPayers(file, idOfColumn)
    expect(rows.map(({ line }) => line)).toEqual([3, 4, 6])
    expect(withoutPayer).toEqual([
      { line: 5, text: '2026-08-03, Cem paid Ana, 80.00 EUR', reason: 'payer', column: 'Cem' },
    ])
    expect(unreadWords('payer', 'Cem')).toBe('Who is “Cem”? We need to know who paid.')
    const added = imported(file, 'EUR', [idOf(1), idOf(2), ''])
    expect(added.payments).toEqual([])
    // What they owe stays with those who paid it.
    expect(added.balances).toEqual([8000, -8000, 0])
    for (const { excess, unassigned } of countCosts(added).expenses.map(({ amounts }) => amounts)) {
      expect(excess).toBe(0)
      expect([0, 3000, 10_000]).toContain(unassigned)
    }
    expect(imported(file, 'EUR', ['', idOf(2), idOf(3)]).expenses.map(({ name }) => name)).not.toContain('House')
    // The refund of several payers, one of whom is nobody.
    const several = read(`${HEADING}\n2026-08-01,Deposit,Rent,-30.00,EUR,-10.00,-10.00,20.00\n`)
    expect(withKnownPayers(several, idOfColumn).withoutPayer).toEqual([])
    expect(withKnownPayers(several, (column) => (column === 'Ana' ? '' : idOf(1))).rows).toEqual([])
  })

  it('takes rates for other currencies', () => {
    const options = { idOf: () => idOf(1), addedBy: '', currency: 'EUR' }
    const { expenses } = toCosts(read(group), { ...options, rateOf: () => '0.0062' })
    expect(expenses.map(({ currency, rate }) => [currency, rate])).toEqual([
      ['EUR', ''],
      ['EUR', ''],
      ['JPY', '0.0062 EUR'],
    ])
  })

  it('says that it is unknown who paid how much, and keeps the balances', () => {
    const file = read(`${HEADING}\n2026-08-01,Fuel,Gas/fuel,100.00,EUR,30.00,10.00,-40.00`)
    // 60.00 are what the two payers paid for themselves, in proportion.
    expect(file.rows[0]).toMatchObject({ isPaidByUnknown: true, paid: [7500, 2500, 0], shares: [4500, 1500, 4000] })
    expect(imported(file, 'EUR').balances).toEqual([3000, 1000, -4000])
  })

  it('may have money that came back', () => {
    const file = read(`${HEADING}\n2026-08-01,Deposit,General,-90.00,EUR,-60.00,30.00,30.00`)
    expect(file.rows[0]).toMatchObject({ kind: 'refund', amount: 9000, paid: [9000, 0, 0], shares: [3000, 3000, 3000] })
    expect(imported(file, 'EUR').balances).toEqual([-6000, 3000, 3000])
  })

  it('may have a payment to two people, which becomes an expense', () => {
    const file = read(`${HEADING}\n2026-08-01,Settle all,Payment,50.00,EUR,50.00,-20.00,-30.00`)
    expect(file.rows[0]).toMatchObject({ kind: 'expense', category: 'other' })
    expect(imported(file, 'EUR').balances).toEqual([5000, -2000, -3000])
  })

  it('may be in another language, with semicolons, commas in numbers and Windows line breaks', () => {
    const text =
      '\ufeffDatum;Beschreibung;Kategorie;Kosten;Währung;Ana;Ben\r\n\r\n' +
      '2026-08-01;Haus;Miete;1.200,50;EUR;600,25;-600,25\r\n2026-08-02;Ben;Zahlung;10,00;EUR;-10,00;10,00\r\n' +
      '2026-08-05;Gesamtbilanz; ; ;EUR;590,25;-590,25\r\n'
    const file = read(text)
    expect(file.rows.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['expense', 120_050],
      ['payment', 1000],
    ])
    expect(imported(file, 'EUR').balances).toEqual([59_025, -59_025])
    expect(read(text.replaceAll(';', '\t')).rows).toEqual(file.rows)
  })

  it('may have two columns of one name, and of one person', () => {
    const file = read(
      `Date,Description,Category,Cost,Currency,Ana,Ana,Cem\n2026-08-01,A,General,9.00,EUR,6.00,-3.00,-3.00`,
    )
    expect(file.people).toEqual(['Ana', 'Ana 2', 'Cem'])
    const { expenses, balances } = imported(file, 'EUR', [idOf(1), idOf(1), idOf(3)])
    expect(expenses[0]?.shares.map(({ amount }) => amount)).toEqual([6, 3].map((euros) => 100 * euros))
    expect(balances).toEqual([300, 300, -300])
  })

  it('may have thousands of columns of one name, or rows below a wide heading, and is read at once', () => {
    const passed = measureCpu()
    const names = Array.from({ length: 16_000 }, (_, index) => (index % 2 === 0 ? 'Ana' : ''))
    const row = '2026-08-01,House,Rent,3.00,EUR,3.00,-3.00'
    const { people, rows } = read(`Date,Description,Category,Cost,Currency,${names.join(',')},Ben\n${row}\n`)
    expect(new Set(people).size).toBe(16_001)
    expect(people.slice(0, 4)).toEqual(['Ana', '2', 'Ana 2', '3'])
    expect(rows).toMatchObject([{ paid: { 0: 300, 1: 0 }, shares: { 0: 0, 1: 300 } }])
    const wide = `Date,Description,Category,Cost,Currency,${'x,'.repeat(100_000)}Ben\n${`${row}\n`.repeat(10_000)}`
    expect(readSplitwise(wide)).toEqual({ problem: 'not_splitwise' })
    // It took minutes.
    expect(passed()).toBeLessThan(5000)
  })

  it('may have long texts', () => {
    const file = read(`${HEADING}\n2026-08-01,${'😀'.repeat(600)},General,9.00,EUR,6.00,-3.00,-3.00`)
    expect(imported(file, 'EUR').expenses[0]).toMatchObject({ name: '😀'.repeat(100), note: '😀'.repeat(500) })
  })
})

describe('a file that is imported again', () => {
  const file = read(group)
  const added = imported(file, 'EUR')

  it('has no rows that are missing, no matter who added them', () => {
    expect(listMissing(file.rows, { expenses: [], payments: [] })).toEqual(file.rows)
    expect(listMissing(file.rows, added)).toEqual([])
    expect(listMissing(file.rows, { ...added, payments: [] }).map(({ name }) => name)).toEqual(['Cem paid Ana'])
  })

  it('has the rows that came later, also if people joined, or columns are in another order', () => {
    const later = read(`Date,Description,Category,Cost,Currency,Dan,Cem,"Ben, Jr.",Ana
2026-08-01,House,Rent,300,EUR,0.00,-100.00,-100.00,200.00
2026-08-03,Taxi,Taxi,3000,JPY,0,0,1500,-1500
2026-08-03,Taxi,Taxi,3000,JPY,0,0,1500,-1500
2026-08-04,House,Rent,300.00,EUR,0.00,-100.00,-100.00,200.00`)
    expect(listMissing(later.rows, added).map(({ line }) => line)).toEqual([4, 5])
  })

  it('has an id for each row, also of two that say the same', () => {
    const twice = read(`${group}\n2026-08-01,House,Rent,300.00,EUR,200.00,-100.00,-100.00`)
    const { expenses, payments } = imported(twice, 'EUR')
    expect(new Set([...expenses, ...payments].map(({ id }) => id)).size).toBe(5)
    expect(listMissing(twice.rows, added)).toHaveLength(1)
  })
})

describe('a row that is not imported', () => {
  it.each([
    ['2026-08-01,A,General,9.00,EUR,6.00,-3.00,-2.00', 'sum'],
    ['2026-08-01,A,General,5.00,EUR,6.00,-3.00,-3.00', 'sum'],
    ['2026-08-01,A,General,9.00,EUR,0.00,0.00,0.00', 'nobody_owes'],
    ['01/08/2026,A,General,9.00,EUR,6.00,-3.00,-3.00', 'date'],
    ['2026-02-30,A,General,9.00,EUR,6.00,-3.00,-3.00', 'date'],
    ['2026-08-01,A,General,9.00,,6.00,-3.00,-3.00', 'currency'],
    ['2026-08-01,A,General,9.00,euro,6.00,-3.00,-3.00', 'currency'],
    ['2026-08-01,A,General,nine,EUR,6.00,-3.00,-3.00', 'amount'],
    ['2026-08-01,A,General,9.005,EUR,6.00,-3.00,-3.00', 'amount'],
    ['2026-08-01,A,General,9.50,JPY,6,-3,-3', 'amount'],
    ['2026-08-01,A,General,1e15,EUR,6.00,-3.00,-3.00', 'amount'],
    ['2026-08-01,A,General,9.00,EUR,6.00,-3.00,-3.00,1.00', 'columns'],
    ['2026-08-01,A', 'currency'],
  ] as const)('%s', (row, reason) => {
    const file = read(`${HEADING}\n\n${row}\n2026-08-01,B,General,9.00,EUR,6.00,-3.00,-3.00`)
    expect(file.unread).toEqual([{ line: 3, text: row.split(',').filter(Boolean).join(', '), reason }])
    expect(file.rows).toHaveLength(1)
    expect(unreadWords(reason)).toMatch(/^[A-Z].*\.$/)
  })
})

describe('the headings', () => {
  const rows = '2026-08-01,House,Rent,300.00,EUR,200.00,-200.00\n\n2026-08-04,Total balance, , ,EUR,200.00,-200.00'
  const note = 'Note: this export only has expenses between you and Ben, Jr. It was made on 2026-08-04.\n\n'
  const german = 'Datum,Beschreibung,Kategorie,Kosten,Währung,Ana,Ben'

  it.each([
    ['below a note', `${note}Date,Description,Category,Cost,Currency,Ana,Ben\n\n${rows}`, 5],
    ['in another language', `${german}\n\n${rows}`, 3],
    ['in another language, below a note', `\ufeff${note}${german}\n${rows}`, 4],
    ['with semicolons, below a note', `${note}${german}\n${rows}`.replaceAll(',', ';'), 4],
    ['below quoted cells', `"Ana, Ben","1,2,3,4,5,6,7,8"\r\n${german}\r\n${rows}`, 3],
  ])('are found %s', (_, text, line) => {
    const { people, rows: found, unread } = read(text)
    expect({ people, unread }).toEqual({ people: ['Ana', 'Ben'], unread: [] })
    expect(found).toMatchObject([{ line, name: 'House', paid: [30_000, 0], shares: [10_000, 20_000] }])
  })

  it('are not a row that lacks its currency or date', () => {
    const {
      people,
      rows: found,
      unread,
    } = read(`${german}\n2026-08-01,House,Rent,300.00,,200.00,-200.00\n,Taxi,Taxi,20.00,EUR,10.00,-10.00\n${rows}`)
    expect(people).toEqual(['Ana', 'Ben'])
    expect(found).toMatchObject([{ line: 4, name: 'House' }])
    expect(unread).toMatchObject([
      { line: 2, reason: 'currency' },
      { line: 3, reason: 'date' },
    ])
  })

  it('are needed', () => {
    expect(readSplitwise(rows)).toEqual({ problem: 'not_splitwise' })
    expect(readSplitwise(`${note}${rows}`)).toEqual({ problem: 'not_splitwise' })
  })
})

describe('a file that cannot be imported', () => {
  it.each([
    ['', 'empty'],
    [' \n\n', 'empty'],
    ['hello', 'not_splitwise'],
    ['Date,Description,Amount\n2026-08-01,A,5', 'not_splitwise'],
    ['{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7}', 'not_splitwise'],
    ['a,b,c,d,e,f,g\n1,2,3,4,5,6,7', 'not_splitwise'],
    ['Date,Description,Category,Cost,Currency', 'not_splitwise'],
    [`${HEADING}\n\n`, 'no_expenses'],
    [`${HEADING}\n2026-08-04,Total balance, , ,EUR,0.00,0.00,0.00`, 'no_expenses'],
  ] as const)('%j', (text, problem) => {
    expect(readSplitwise(text)).toEqual({ problem })
    expect(splitwiseProblemWords(problem)).toMatch(/^This.*\.$/)
  })

  it('throws nothing, whatever it holds', () => {
    const piece = fc.constantFrom(HEADING, '\n', ',', ';', '"', '2026-08-01', '5.00', '-5.00', 'EUR', 'x', '\r', '')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const file = readSplitwise(pieces.join(''))
        if (!('problem' in file)) imported(file, 'EUR')
      }),
      { numRuns: 300 },
    )
  })
})

it('gives everybody the sum of their column, in each currency', () => {
  const anyRow = fc
    .record({
      currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
      nets: fc.array(fc.oneof(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: -1e9, max: 1e9 })), {
        minLength: 3,
        maxLength: 3,
      }),
      own: fc.nat(10_000),
      isRefund: fc.boolean(),
      category: fc.constantFrom('Payment', 'Groceries', 'General'),
    })
    .map(({ nets, own, ...row }) => {
      const all = [...nets, -sumOf(nets)]
      return { ...row, nets: all, cost: sumOf(all.filter((net) => net > 0)) + (row.category === 'Payment' ? 0 : own) }
    })
    .filter(({ nets, cost }) => cost <= MAX_MONEY && nets.some((net) => net !== 0))
  fc.assert(
    fc.property(fc.array(anyRow, { minLength: 1, maxLength: 12 }), (rows) => {
      const text = writeCsv([
        ['Date', 'Description', 'Category', 'Cost', 'Currency', 'A', 'B', 'C', 'D'],
        ...rows.map(({ currency, nets, cost, isRefund, category }) => {
          const cells = [isRefund ? -cost : cost, ...nets].map((amount) => ({ number: moneyText(amount, currency) }))
          return ['2026-08-01', 'x', category, ...cells.slice(0, 1), currency, ...cells.slice(1)]
        }),
      ])
      const file = read(text)
      expect(file.unread).toEqual([])
      for (const currency of ['EUR', 'JPY', 'KWD']) {
        const columns = [0, 1, 2, 3].map((index) =>
          sumOf(rows.filter((row) => row.currency === currency).map(({ nets }) => nets[index] ?? 0)),
        )
        expect(imported(file, currency).balances).toEqual(columns)
      }
      const payments = file.rows.filter(({ kind }) => kind === 'payment')
      for (const { paid, shares, amount } of payments) expect([sumOf(paid), sumOf(shares)]).toEqual([amount, amount])
    }),
    { numRuns: 150 },
  )
})

import { expect, test } from 'vitest'
import { type Expense, newExpense, newPayer, newShare, type Split } from '#domain/plan/costs.ts'
import { newPerson, type Party } from '#domain/plan/people.ts'
import { checkExpense } from './check-expense.ts'
import { nameHousehold, representativeOf } from './costs-group.ts'
import { type ExpenseForm, emptyForm, formOf, listEveryone, parseWeight } from './expense-form.ts'
import { guessCategory } from './guess-category.ts'
import { guessPeople } from './import-columns.ts'
import { startSeveral, withoutPaid, withPaid } from './payers-form.ts'
import { equalWords, shareLines } from './share-words.ts'
import { groupOf } from './testing/group-of.ts'

const ids = { ana: '1', ben: '2', mia: '3', dan: '4', eva: '5' } as const
const personOf = (name: keyof typeof ids, more = {}) => ({
  ...newPerson(ids[name], name),
  coming: 'coming' as const,
  ...more,
})
const people: Party[] = [
  { id: 'a', name: '', persons: [personOf('ana')] },
  { id: 'b', name: 'The Bergs', persons: [personOf('ben'), personOf('mia', { kind: 'child' })] },
  { id: 'd', name: '', persons: [personOf('dan', { from: '2 lunch 2026-08-12' })] },
  { id: 'e', name: '', persons: [personOf('eva', { coming: 'not_coming' })] },
]

const group = groupOf(ids.ana, people)
const fresh = newExpense('x', 'EUR', ids.ana)
const check = (form: Partial<ExpenseForm>, before: Expense = fresh, of = group) =>
  checkExpense({ ...(before === fresh ? emptyForm('EUR', '', of) : formOf(before, of)), ...form }, before, of, 'EUR')

test('an amount is enough: everyone who comes shares it equally', () => {
  const { expense, isValid } = check({ amount: '40' })
  expect(isValid).toBe(true)
  expect(expense.payers).toEqual([newPayer(ids.ana, 4000)])
  expect(expense.is_for_all).toBe(true)
  expect(expense.shares).toEqual([ids.ana, ids.ben, ids.mia, ids.dan].map((id) => newShare(id)))
  expect(equalWords(shareLines(expense, group), 'EUR', 'EUR')).toBe('4 people, €10.00 each')
})

test.each(['', '0', '-5', '12.345', '1e15', 'abc'])('the amount %j is refused in words', (amount) => {
  const { problems, isValid } = check({ amount })
  expect(isValid).toBe(false)
  expect(problems.amount).toMatch(/\.$/)
})

test('by nights, with the trip’s share for children, and why', () => {
  const { expense, isValid } = check({ amount: '95', split: 'nights' })
  expect(isValid).toBe(true)
  expect(shareLines(expense, group).map(({ name, why, amount }) => [name, why, amount])).toEqual([
    ['You', '3 of 3 nights', '€30.00'],
    ['ben', '3 of 3 nights', '€30.00'],
    ['mia', '3 of 3 nights, counts half', '€15.00'],
    ['dan', '2 of 3 nights', '€20.00'],
  ])
  expect(check({ amount: '84', split: 'nights' }, fresh, { ...group, days: [1] }).problems.sharing).toContain(
    'no nights',
  )
})

test('exact amounts: less than the total may be saved, more may not', () => {
  const half = check({ amount: '30', split: 'amounts', exact: { [ids.ben]: '12,50', [ids.ana]: '' } })
  expect([half.isValid, half.left]).toEqual([true, 1750])
  expect(half.expense.shares).toEqual([newShare(ids.ben, { amount: 1250 })])
  const tooMuch = check({ amount: '30', split: 'amounts', exact: { [ids.ben]: '30.01' } })
  expect([tooMuch.isValid, tooMuch.excess]).toEqual([false, 1])
  expect(tooMuch.problems.sharing).toContain('€0.01 more')
  expect(check({ amount: '30', split: 'amounts', exact: { [ids.ben]: '1.2.3' } }).problems.exact[ids.ben]).toBeDefined()
})

test('weights are read with a comma, and cannot all be 0', () => {
  expect(['', '2', '0,5', '.25', '0'].map(parseWeight)).toEqual([1000, 2000, 500, 250, 0])
  expect(['x', '-1', '1.2345', '1000'].map(parseWeight)).toEqual([undefined, undefined, undefined, undefined])
  const all = Object.fromEntries(Object.values(ids).map((id) => [id, '0']))
  expect(check({ amount: '30', split: 'weights', weights: all }).problems.sharing).toContain('above 0')
  const twice = check({ amount: '50', split: 'weights', weights: { [ids.ben]: '2' } })
  expect(shareLines(twice.expense, group).find(({ personId }) => personId === ids.ben)?.amount).toBe('€20.00')
})

test('several payers; at least one of them paid something', () => {
  const { expense } = check({ isByMany: true, paid: { [ids.ana]: '10', [ids.ben]: '', [ids.dan]: '5' } })
  expect(expense.payers).toEqual([newPayer(ids.ana, 1000), newPayer(ids.dan, 500)])
  expect(check({ isByMany: true, paid: { [ids.ana]: '', [ids.ben]: '0' } }).problems.payers).toBeDefined()
  const most = { [ids.ana]: '1000000000', [ids.ben]: '1000000000' }
  expect(check({ isByMany: true, paid: most }).problems.payers).toMatch(/\.$/)
})

test('with several payers the total stays until the amount of the first one is entered', () => {
  const typed: ExpenseForm = { ...emptyForm('EUR', '', group), amount: '85,50', payer: ids.ana }
  const several = { ...typed, ...startSeveral(typed) }
  expect(several.paid).toEqual({ [ids.ana]: '85,50' })
  const two = { ...several, ...withPaid(several, ids.ben, '35.50') }
  expect(two.paid).toEqual({ [ids.ana]: '50.00', [ids.ben]: '35.50' })
  const three = { ...two, ...withPaid(two, ids.dan, '60') }
  expect(three.paid).toEqual({ [ids.ana]: '', [ids.ben]: '35.50', [ids.dan]: '60' })
  expect({ ...three, ...withoutPaid(three, ids.dan) }).toEqual(two)
  expect({ ...two, ...withoutPaid(two, ids.ben) }).toEqual({ ...typed, paid: {} })
  expect({ ...two, ...withoutPaid(two, ids.ana) }).toEqual({ ...typed, payer: ids.ben, paid: {} })
  const own = { ...two, ...withPaid(two, ids.ana, '40') }
  expect({ ...own, ...withPaid(own, ids.ben, '30') }.paid).toEqual({ [ids.ana]: '40', [ids.ben]: '30' })
  expect({ ...own, ...withoutPaid(own, ids.ben) }).toMatchObject({ isByMany: false, payer: ids.ana, amount: '40' })
})

test('saving keeps the stored order of payers and shares, and adds new ones at the end', () => {
  const stored: Expense = {
    ...fresh,
    payers: [newPayer(ids.dan, 500), newPayer(ids.ana, 400)],
    is_for_all: false,
    shares: [newShare(ids.dan), newShare(ids.ben)],
  }
  const paid = { [ids.ben]: '1', [ids.ana]: '4', [ids.dan]: '6' }
  const { expense } = check({ paid, sharing: 'some', chosen: [ids.ana, ids.ben, ids.dan] }, stored)
  expect(expense.payers).toEqual([newPayer(ids.dan, 600), newPayer(ids.ana, 400), newPayer(ids.ben, 100)])
  expect(expense.shares).toEqual([newShare(ids.dan), newShare(ids.ben), newShare(ids.ana)])
})

test('what was entered for somebody who does not come any more stays', () => {
  const stored: Expense = {
    ...fresh,
    payers: [newPayer(ids.ana, 900)],
    split: 'amounts',
    shares: [newShare(ids.ana, { amount: 400 }), newShare(ids.eva, { amount: 500 })],
  }
  expect(check({ note: 'Late' }, stored).expense).toEqual({ ...stored, note: 'Late' })
})

test('choosing starts with nobody, which cannot be saved', () => {
  const { isValid, problems } = check({ amount: '9', sharing: 'some' })
  expect([isValid, problems.chosen]).toEqual([false, 'Choose at least one person.'])
})

test.each(['equally', 'nights', 'meals', 'weights', 'amounts'] as Split[])(
  'opening and saving an expense that is shared %s changes nothing, even if attendance has changed',
  (split) => {
    const stored: Expense = {
      ...fresh,
      name: 'Cabin',
      payers: [{ ...newPayer(ids.ben, 700), id: 'merged' }, newPayer(ids.ben, 300), newPayer(ids.dan, 5)],
      split,
      is_for_all: true,
      shares: [
        newShare(ids.ana, { weight: 1000, amount: split === 'amounts' ? 800 : 0 }),
        newShare('gone', { weight: 1000, amount: split === 'amounts' ? 205 : 0 }),
      ],
    }
    const { expense, isValid } = check({}, stored)
    expect(isValid).toBe(true)
    expect(expense).toEqual(stored)
    expect(check({ name: 'Hut' }, stored).expense.shares).toEqual(expense.shares)
  },
)

test('choosing other people replaces the shares of an expense', () => {
  const stored: Expense = { ...fresh, payers: [newPayer(ids.ana, 900)], shares: [newShare(ids.ana), newShare(ids.ben)] }
  const { expense } = check({ sharing: 'some', chosen: [ids.ana, ids.dan], split: 'nights' }, stored)
  expect(expense.is_for_all).toBe(false)
  expect(expense.shares).toEqual([newShare(ids.ana, { weight: 3000 }), newShare(ids.dan, { weight: 2000 })])
})

test('somebody who plans the trip without being on its list shares what they add', () => {
  const planner = groupOf('9', people)
  expect(listEveryone(planner)).toEqual(['9', ids.ana, ids.ben, ids.mia, ids.dan])
  const { expense } = check({ amount: '9', split: 'nights', payer: '9' }, fresh, planner)
  expect(expense.shares[0]).toEqual(newShare('9', { weight: 3000 }))
})

test('parties settle together, but people of a single party settle among themselves', () => {
  expect(nameHousehold('a', group)).toMatchObject({ who: 'me', name: 'You' })
  expect(nameHousehold('b', group)).toMatchObject({ who: 'other', name: 'The Bergs' })
  expect(nameHousehold('b', groupOf(ids.ben, people))).toMatchObject({ who: 'mine', name: 'Your party' })
  expect(nameHousehold('gone', group)).toMatchObject({ who: 'other', name: 'Former member' })
  const couple = groupOf(ids.ana, [{ id: 'c', name: '', persons: [personOf('ana'), personOf('ben')] }])
  expect(couple.households).toEqual([])
  expect(nameHousehold(ids.ben, couple)).toMatchObject({ who: 'other', name: 'ben' })
})

test('an adult pays for a household', () => {
  const costs = { people: new Map([[ids.mia, { paid: 0, share: 500, balance: -500 }]]) }
  expect(representativeOf('b', -1, costs, group)).toBe(ids.ben)
  expect(representativeOf('a', 1, costs, group)).toBe(ids.ana)
})

test.each([
  ['Groceries for Friday', 'food'],
  ['Gas', 'transport'],
  ['Parking permit', 'transport'],
  ['Campsite', 'lodging'],
  ['Canoe rental', 'gear'],
  ['Ice', 'food'],
  ['Price difference', 'other'],
  ['', 'other'],
] as const)('%j is guessed to be %s', (name, category) => {
  expect(guessCategory(name)).toBe(category)
})

test('columns of a file are guessed by name, and never two for one person', () => {
  const names = [
    { id: '1', name: 'Ana Lima' },
    { id: '2', name: 'Ben Berg' },
    { id: '3', name: 'Ben Bolt' },
  ]
  expect(guessPeople({ people: ['ANA', 'Ben Bolt', 'Ben', 'Zoe'] }, names)).toEqual({
    ANA: '1',
    'Ben Bolt': '3',
    Ben: '2',
    Zoe: '',
  })
})

test('thousands of columns are guessed at once', () => {
  const start = performance.now()
  const columns = Array.from({ length: 16_000 }, (_, index) => `Ana ${index}`)
  const names = Array.from({ length: 500 }, (_, index) => ({ id: String(index), name: `Ana ${index}` }))
  const guessed = guessPeople({ people: [...columns, 'constructor'] }, names)
  expect(columns.slice(0, 501).map((column) => guessed[column])).toEqual([...names.map(({ id }) => id), ''])
  expect(guessed['constructor']).toBe('')
  // It took minutes.
  expect(performance.now() - start).toBeLessThan(2000)
})

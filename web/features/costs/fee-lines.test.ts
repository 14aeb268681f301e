import { describe, expect, it } from 'vitest'
import { listFee } from '#domain/costs/fees.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { type Costs, costs, newFee, newPayment, type Payment } from '#domain/plan/costs.ts'
import { details } from '#domain/plan/details.ts'
import { buildComing, buildNamedParty, buildParty } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import type { TodayPlan } from '#web/trip-core/today.ts'
import { eachWords, likelyFee, payingHouseholds, stateWords } from './fee-words.ts'
import { groupOf } from './testing/group-of.ts'
import { listFeeLines, todaySource } from './today-late.ts'

const today = '2026-08-01' as LocalDate
const [ana, ben] = [buildComing('Ana'), buildComing('Ben')]
const family = buildNamedParty('The Bergs', buildComing('Cleo'), buildComing('Mia', { kind: 'child' }))
const people = [buildParty(ana), buildParty(ben), family]
const group = groupOf(ana.id, people)
const deposit = { ...newFee(newId(), 'EUR', ben.id), name: 'Deposit', adult: 5000, child: 2500 }

function linesOf(due: LocalDate | '', payments: Costs['payments'] = [], phase = 'before', to = ben.id) {
  const value = { ...costs.empty, currency: 'EUR', fees: [{ ...deposit, due, to }], payments }
  const plan = {
    trip: { id: 'trip', type: 'car_trip' },
    clock: { date: today, minute: 0 },
    phase: { is: phase },
    view: { values: { costs: value } },
  } as unknown as TodayPlan
  return listFeeLines(plan, { group }).map(({ text, href }) => `${text} ${href}`)
}

describe('Today', () => {
  it('tells a fee until it is paid, with the year of its day unless it is this one', () => {
    const href = '/trip/trip/before#fees'
    expect(linesOf('2026-08-07' as LocalDate)).toEqual([`Deposit: pay €50.00 by Fri, Aug 7 ${href}`])
    expect(linesOf('2026-07-31' as LocalDate)).toEqual([`Deposit: €50.00 was due Fri, Jul 31 ${href}`])
    expect(linesOf('2027-02-01' as LocalDate)).toEqual([expect.stringMatching(/^Deposit: pay €50\.00 by .*2027 /)])
    expect(linesOf('')).toEqual([`Deposit: pay €50.00 ${href}`])
  })

  it('says nothing after the trip, or if no one collects it', () => {
    const due = '2026-08-07' as LocalDate
    expect(linesOf(due)).toHaveLength(1)
    expect([linesOf(due, [], 'after'), linesOf(due, [], 'before', newId()), linesOf(due, [], 'before', '')]).toEqual([
      ...[[], [], []],
    ])
  })

  it('says nothing of a fee once it is paid, or says the rest', () => {
    const paid = (amount: number) => ({
      ...newPayment(newId(), { from: ana.id, to: ben.id, amount, currency: 'EUR' }, ana.id),
      fee: deposit.id,
    })
    const due = '2026-08-07' as LocalDate
    expect(linesOf(due, [paid(5000)])).toEqual([])
    expect(linesOf(due, [paid(2000)])[0]).toMatch(/^Deposit: pay €30\.00/)
  })
})

it('a fee that was paid in advance is not owed until the trip is over', () => {
  const payment = {
    ...newPayment(newId(), { from: ana.id, to: ben.id, amount: 5000, currency: 'EUR' }, ana.id),
    ...{ fee: deposit.id, answer: 'received' as const, answered_amount: 5000 },
  }
  const balanceOf = (me: string, is: 'before' | 'during' | 'undated' | 'after') => {
    const trip = { id: 'trip', type: 'car_trip', role: 'owner', members_edit: true, taken: null }
    const value = { ...costs.empty, currency: 'EUR', fees: [deposit], payments: [payment] }
    const values = { people, details: details.empty, meals: {}, itinerary: {}, costs: value }
    const user = { id: me, username: 'u', full_name: 'U', email: null, is_beta_user: false }
    const view = { user, trip, values, planners: undefined }
    const plan = { trip, clock: { date: today, minute: 0 }, phase: { is }, view } as unknown as TodayPlan
    return todaySource.list(plan).map(({ text, note }) => [text, note].join(' | '))
  }
  for (const phase of ['before', 'during', 'undated'] as const)
    expect([balanceOf(ana.id, phase), balanceOf(ben.id, phase)]).toEqual([[], []])
  expect(balanceOf(ana.id, 'after')).toEqual(['You’re owed €50.00 | From Ben'])
  expect(balanceOf(ben.id, 'after')).toEqual(['You owe €50.00 | To Ana'])
})

describe('the words of a fee', () => {
  it('say what each pays', () => {
    const words = (adult: number, child: number) => eachWords({ ...deposit, adult, child }, 'EUR')
    expect([words(5000, 2500), words(5000, 5000), words(5000, 0), words(0, 2500)]).toEqual([
      '€50.00 for each adult, €25.00 for each child',
      '€50.00 for each person',
      '€50.00 for each adult',
      '€25.00 for each child',
    ])
  })

  it('say that a party has paid more or less than is now due', () => {
    const wordsOf = (amount: number) => {
      const payment = {
        ...newPayment(newId(), { from: ana.id, to: ben.id, amount, currency: 'EUR' }, ana.id),
        ...{ fee: deposit.id, answer: 'received' as const, answered_amount: amount, date: today },
      }
      const [own] = listFee(deposit, payingHouseholds(group), { payments: [payment], currency: 'EUR' })
      return own && stateWords(own, deposit, { group, today, isSeveral: true }).map(({ text }) => text)
    }
    expect(wordsOf(7500)).toEqual(['Paid €75.00 on Sat, Aug 1', '€25.00 too much'])
    expect(wordsOf(2000)).toEqual(['Paid €20.00, €30.00 still due'])
  })

  it('say only of money that has arrived that it is paid, and who denied the rest', () => {
    const anaOnly = [buildParty(ana)]
    const wordsOf = (changes: Partial<Payment>[], people = anaOnly) => {
      const payments = changes.map((change) => ({
        ...newPayment(newId(), { from: ana.id, to: ben.id, amount: 2000, currency: 'EUR' }, ana.id),
        ...{ fee: deposit.id, ...change },
      }))
      const [own] = listFee(deposit, people, { payments, currency: 'EUR' })
      return own && stateWords(own, deposit, { group, today, isSeveral: false }).map(({ text }) => text)
    }
    const away = [buildParty({ ...ana, coming: 'not_coming' })]
    const denied = { answer: 'not_received', answered_amount: 2000 } as const
    const cleo = family.persons[0]?.id ?? ''
    expect(wordsOf([{}])).toEqual(['€30.00 still due', 'Waiting for Ben to confirm €20.00'])
    expect(wordsOf([{ ...denied, to: cleo }])).toEqual(['Not paid yet', 'Cleo says a payment didn’t arrive'])
    expect(wordsOf([denied], away)).toEqual(['Isn’t coming', 'Ben says a payment didn’t arrive'])
    expect(wordsOf([{ currency: 'JPY', amount: 5000 }])).toEqual(['Paid ¥5,000, no rate'])
  })

  it('say for which fee a payment is likely', () => {
    const value = { ...costs.empty, currency: 'EUR', fees: [deposit] }
    const likely = (from: string, to: string) => likelyFee({ from, to }, value, group)
    expect([likely(ana.id, ben.id), likely(ben.id, ana.id), likely(ana.id, ana.id)]).toEqual([deposit.id, '', ''])
  })

  it('are about single people in a trip of one party of friends', () => {
    const friends = [buildParty(ana, ben)]
    expect(payingHouseholds(groupOf(ana.id, friends)).map(({ id }) => id)).toEqual([ana.id, ben.id])
  })
})

import { describe, expect, it } from 'vitest'
import { listFee } from '#domain/costs/fees.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { type Costs, costs, newFee, newPayment } from '#domain/plan/costs.ts'
import { buildComing, buildNamedParty, buildParty } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import type { TodayPlan } from '#web/trip-core/today.ts'
import { eachWords, payingHouseholds, stateWords } from './fee-words.ts'
import { groupOf } from './testing/group-of.ts'
import { listFeeLines } from './today-late.ts'

const today = '2026-08-01' as LocalDate
const [ana, ben] = [buildComing('Ana'), buildComing('Ben')]
const family = buildNamedParty('The Bergs', buildComing('Cleo'), buildComing('Mia', { kind: 'child' }))
const people = [buildParty(ana), buildParty(ben), family]
const group = groupOf(ana.id, people)
const deposit = { ...newFee(newId(), 'EUR', ben.id), name: 'Deposit', adult: 5000, child: 2500 }

function linesOf(due: LocalDate | '', payments: Costs['payments'] = []) {
  const value = { ...costs.empty, currency: 'EUR', fees: [{ ...deposit, due }], payments }
  const plan = {
    trip: { id: 'trip', type: 'car_trip' },
    clock: { date: today, minute: 0 },
    phase: { is: 'before' },
    view: { values: { costs: value } },
  } as unknown as TodayPlan
  return listFeeLines(plan, { group }).map(({ text, href }) => `${text} ${href}`)
}

describe('Today', () => {
  it('reminds of a fee two weeks before it is due, and after that', () => {
    const href = '/trip/trip/before#fees'
    expect(linesOf('2026-08-07' as LocalDate)).toEqual([`Deposit: pay €50.00 by Fri, Aug 7 ${href}`])
    expect(linesOf('2026-07-31' as LocalDate)).toEqual([`Deposit: €50.00 was due Fri, Jul 31 ${href}`])
    for (const due of ['2026-08-16' as LocalDate, '' as const]) expect(linesOf(due)).toEqual([])
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
    expect(wordsOf(7500)).toEqual(['Paid €75.00 on Sat, Aug 1', '€25.00 more than now due'])
    expect(wordsOf(2000)).toEqual(['Paid €20.00, €30.00 still due'])
  })

  it('are about single people in a trip of one party of friends', () => {
    const friends = [buildParty(ana, ben)]
    expect(payingHouseholds(groupOf(ana.id, friends)).map(({ id }) => id)).toEqual([ana.id, ben.id])
  })
})

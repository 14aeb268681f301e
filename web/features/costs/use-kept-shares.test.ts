import { expect, test } from 'vitest'
import { newExpense, newShare } from '#domain/plan/costs.ts'
import { newPerson } from '#domain/plan/people.ts'
import { groupOf } from './testing/group-of.ts'
import { offerOf } from './use-kept-shares.ts'

test('an offer is another one as soon as attendance changes again', () => {
  const partyOf = (id: string) => ({ id, name: '', persons: [newPerson(id, id)] })
  const expense = { ...newExpense('x', 'EUR', 'ana'), shares: [newShare('ana')] }
  const groups = [
    ['ana', 'ben'],
    ['ben', 'ana'],
    ['ana', 'ben', 'cleo'],
  ].map((ids) => groupOf('ana', ids.map(partyOf)))
  const [first, reordered, later] = groups.map((group) => offerOf(expense, group))
  expect(reordered).toBe(first)
  expect(later).not.toBe(first)
})

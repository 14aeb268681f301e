import { expect, it } from 'vitest'
import type { PlanOperation } from '#domain/api/operations.ts'
import { refusalMessage } from '#domain/operations/refusals.ts'
import { newExpense } from '#domain/plan/costs.ts'
import { describeRefused } from './describe-refused.ts'

const [one, two] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const describe = (operation: object, refused = { code: 'not_allowed', message: 'No.' }) =>
  describeRefused({ operation: { id: two, ...operation } as PlanOperation, refused })

it('copies only the text of an announcement that was one too many', () => {
  const text = 'The hut is booked\n\nBring cash'
  const entry = { id: one, text, to: 'coming', people: [{ id: two }], by: two, at: '2027-06-12T18:30:00.000Z' }
  const code = 'too_many_announcements'
  const operation = { section: 'announcements', do: 'insert', at: [one], entry, after: null }
  expect(describe(operation, { code, message: refusalMessage(code) })).toMatchObject({
    text,
    why: '3 announcements were sent in the last 24 hours. Copy yours and send it later.',
  })
})

it('shows what was typed, and neither choices nor ids', () => {
  const at = ['expenses', one]
  const expense = { ...newExpense(one, 'EUR', two), name: 'Dinner', note: 'With dessert' }
  const lines = describe({ section: 'costs', do: 'insert', at, entry: expense, after: null }).text.split('\n')
  expect(lines).toEqual(expect.arrayContaining(['Dinner', 'With dessert']))
  expect(lines.join(' ')).not.toContain(two)
  expect(describe({ section: 'costs', do: 'set', at: [...at, 'added_by'], was: '', to: two }).text).toBe('')
  expect(describe({ section: 'people', do: 'set', at: [one, 'persons', two, 'coming'], to: 'coming' }).text).toBe('')
  expect(describe({ section: 'people', do: 'set', at: [one, 'persons', two, 'name'], to: 'Ana' }).text).toBe('Ana')
})

it('shows all texts of what only another version of the app knows', () => {
  const entry = { id: one, words: 'Bring cash', inside: [{ more: 'and a lamp' }] }
  const operation = { section: 'notes', do: 'insert', at: ['unknown', 'list', one, 'gone', 'deep'], entry }
  expect(describe(operation).text).toBe('Bring cash\nand a lamp')
})

import { expect, it } from 'vitest'
import type { PlanOperation } from '#domain/api/operations.ts'
import { NOT_IN_TRIP } from '../sync/pending-operations.ts'
import { describeSetAside } from './describe-set-aside.ts'

const [one, two] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
let operationCount = 0
const aside = (mutation: object, before?: { code: string; message: string }) => {
  operationCount += 1
  const operation = { id: `operation ${operationCount}`, section: 'notes', ...mutation } as PlanOperation
  return { operation, refused: { ...NOT_IN_TRIP, before } }
}
const insert = (id: string, text = '') => aside({ do: 'insert', at: [id], after: null, entry: { id, text } })
const set = (id: string, to: string) => aside({ do: 'set', at: [id, 'text'], was: '', to })
const describeChanges = (...entries: ReturnType<typeof aside>[]) =>
  describeSetAside(entries).map(({ what, text, why }) => [what, text, why])

it('describes an addition and what was typed into it as one change', () => {
  expect(describeChanges(insert(one), set(one, 'Tarp'), insert(two, 'Rope'))).toEqual([
    ['Notes: something you added', 'Tarp', undefined],
    ['Notes: something you added', 'Rope', undefined],
  ])
})

it('shows the last of several texts in one field', () => {
  expect(describeChanges(set(one, 'Tar'), set(two, 'Rope'), set(one, 'Tarp'))).toEqual([
    ['Notes: a change', 'Tarp', undefined],
    ['Notes: a change', 'Rope', undefined],
  ])
})

it('says why a change was refused before, apart from those that will be sent', () => {
  const refused = aside({ do: 'set', at: [one, 'text'], was: '', to: 'Tarp' }, { code: 'entry_gone', message: 'Gone.' })
  expect(describeChanges(refused, set(one, 'Rope'))).toEqual([
    ['Notes: a change', 'Tarp', 'Gone.'],
    ['Notes: a change', 'Rope', undefined],
  ])
})

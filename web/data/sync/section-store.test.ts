import { expect, it } from 'vitest'
import type { PlanOperation } from '#domain/api/operations.ts'
import { notes } from '#domain/plan/notes.ts'
import { SectionStore } from './section-store.ts'

const id = '00000000-0000-4000-8000-000000000001'

it('replays pending operations only after they or the value of the server have changed', () => {
  let replays = 0
  const insert: PlanOperation = {
    id: '00000000-0000-4000-8000-000000000002',
    section: 'notes',
    do: 'insert',
    get at() {
      replays += 1
      return [id]
    },
    entry: { id, text: 'Boil water' },
    after: null,
  }
  let pending: PlanOperation[] = []
  const plan = { listPending: () => [...pending], add: () => {}, onOutOfSync: () => {} }
  const store = new SectionStore('notes', 'car_trip', { version: 1, value: notes.empty }, plan)
  const replaysOf = (change: () => void) => {
    replays = 0
    change()
    store.rebase()
    return replays > 0
  }

  expect(replaysOf(() => pending.push(insert))).toBe(true)
  expect(store.getSnapshot().value).toEqual([{ id, text: 'Boil water' }])
  expect(replaysOf(() => {})).toBe(false)
  const other = { id: '00000000-0000-4000-8000-000000000003', text: 'Bring wood' }
  expect(replaysOf(() => store.receive({ version: 2, value: [other] }))).toBe(true)
  expect(store.getSnapshot().value).toHaveLength(2)
  expect(replaysOf(() => {})).toBe(false)
  pending = []
  store.rebase()
  expect(store.getSnapshot().value).toEqual([other])
})

it('takes back an edit that left the log before it was replayed, such as a refused one', () => {
  const plan = { listPending: () => [], add: () => {}, onOutOfSync: () => {} }
  const store = new SectionStore('notes', 'car_trip', { version: 1, value: notes.empty }, plan)
  store.edit(() => [{ id, text: 'Boil water' }])
  expect(store.getSnapshot().value).toHaveLength(1)
  expect(store.rebase()).toBe(true)
  expect(store.getSnapshot().value).toEqual([])
})

import { describe, expect, it } from 'vitest'
import type { PlanOperation } from '#domain/api/operations.ts'
import { nextRequest, type PendingOperation, withAppended } from './pending-operations.ts'

let made = 0
const nextId = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`
const set = (field: string, was: string, to: string, more: Partial<PendingOperation> = {}): PendingOperation => ({
  operation: { id: nextId(), section: 'details', do: 'set', at: [field], was, to },
  tab: 'a',
  ...more,
})
const removal = (): PendingOperation => ({
  operation: {
    id: nextId(),
    section: 'details',
    do: 'remove',
    at: ['car_trip_distances', nextId()],
    was: {},
    after: null,
  },
  tab: 'a',
})
const none = new Set<string>()
const texts = (log: readonly PendingOperation[]) =>
  log.map(({ operation }) => ('to' in operation ? operation.to : operation.do))

describe('who types on in a field', () => {
  it('makes one operation, under the newest id, from what stood there first', () => {
    const [first, second] = [set('a', '', 'P'), set('a', 'P', 'Po')]
    const log = withAppended([first], [second], none)
    expect(log).toEqual([{ ...second, operation: { ...second.operation, was: '' } }])
  })

  it('makes one also where another field was typed in between, and none where all is as it was', () => {
    expect(texts(withAppended([set('a', '', 'P'), set('b', '', 'X')], [set('a', 'P', 'Po')], none))).toEqual([
      'Po',
      'X',
    ])
    expect(withAppended([set('a', '', 'P')], [set('a', 'P', '')], none)).toEqual([])
  })

  it('makes one also where another section was changed in between, and none with the same place of another section', () => {
    const first = set('a', '', 'P')
    const elsewhere = { ...removal(), operation: { ...removal().operation, section: 'notes' } } as PendingOperation
    expect(withAppended([first, elsewhere], [set('a', 'P', 'Po')], none)).toHaveLength(2)
    const samePlace = { ...first, operation: { ...first.operation, section: 'notes' } } as PendingOperation
    expect(withAppended([samePlace], [set('a', 'P', 'Po')], none)).toHaveLength(2)
  })

  it('makes two where the second has been sent, whoever knows that', () => {
    const [first, second] = [set('a', '', 'P'), set('a', 'P', 'Po')]
    expect(withAppended([first], [{ ...second, isSent: true }], none)).toHaveLength(2)
    expect(withAppended([first], [second], new Set([second.operation.id]))).toHaveLength(2)
  })

  it.each([
    ['the first has been sent', [set('a', '', 'P', { isSent: true })], none],
    ['another tab made the first', [set('a', '', 'P', { tab: 'b' })], none],
    ['the first was refused', [set('a', '', 'P', { refused: { code: 'x', message: '' } })], none],
    ['something was removed since', [set('a', '', 'P'), removal()], none],
    ['the field is another one’s by now', [set('a', '', 'P'), set('a', 'P', 'Q', { tab: 'b' })], none],
  ])('makes two where %s', (_, log, sent) => {
    expect(withAppended(log, [set('a', 'P', 'Po')], sent)).toHaveLength(log.length + 1)
  })

  it('makes two where this page has sent the first, and the log was not told', () => {
    const first = set('a', '', 'P')
    expect(withAppended([first], [set('a', 'P', 'Po')], new Set([first.operation.id]))).toHaveLength(2)
  })
})

it('what is in the log already is not added again', () => {
  const log = [set('a', '', 'P')]
  expect(withAppended(log, log, none)).toEqual(log)
  expect(withAppended([], [...log, ...log], none)).toEqual(log)
})

describe('a request', () => {
  const many = (count: number, text = 'x') => Array.from({ length: count }, () => set(nextId(), '', text))
  const ids = (operations: readonly PlanOperation[]) => operations.map(({ id }) => id)

  it('has the oldest that wait, and no more than a server takes', () => {
    const log = many(300)
    expect(ids(nextRequest(log))).toEqual(ids(log.slice(0, 200).map(({ operation }) => operation)))
    expect(nextRequest(log, 7)).toHaveLength(7)
    expect(nextRequest(many(300, 'x'.repeat(5000))).length).toBeLessThan(100)
  })

  it('has at least one, however large, and none that was refused', () => {
    expect(nextRequest(many(2, 'x'.repeat(500_000)))).toHaveLength(1)
    expect(nextRequest([set('a', '', 'P', { refused: { code: 'x', message: '' } })])).toEqual([])
  })
})

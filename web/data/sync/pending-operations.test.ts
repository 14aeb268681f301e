import { describe, expect, it } from 'vitest'
import type { PlanOperation } from '#domain/api/operations.ts'
import { nextRequest, type PendingOperation, withAppended } from './pending-operations.ts'

let idCount = 0
const nextId = () => `00000000-0000-4000-8000-${String(++idCount).padStart(12, '0')}`
const set = (field: string, was: string, to: string, more: Partial<PendingOperation> = {}): PendingOperation => ({
  operation: { id: nextId(), section: 'details', do: 'set', at: [field], was, to },
  tab: 'a',
  ...more,
})
const removeOperation = (): PendingOperation => ({
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

describe('typing on in a field', () => {
  it('makes one operation, with the newest id and the oldest base', () => {
    const [first, second] = [set('a', '', 'P'), set('a', 'P', 'Po')]
    const log = withAppended([first], [second], none)
    expect(log).toEqual([{ ...second, operation: { ...second.operation, was: '' } }])
  })

  it('makes one operation even with another field in between, and none if the text is as before', () => {
    expect(texts(withAppended([set('a', '', 'P'), set('b', '', 'X')], [set('a', 'P', 'Po')], none))).toEqual([
      'Po',
      'X',
    ])
    expect(withAppended([set('a', '', 'P')], [set('a', 'P', '')], none)).toEqual([])
  })

  it('makes one operation even with another section in between, but not across sections', () => {
    const first = set('a', '', 'P')
    const elsewhere = {
      ...removeOperation(),
      operation: { ...removeOperation().operation, section: 'notes' },
    } as PendingOperation
    expect(withAppended([first, elsewhere], [set('a', 'P', 'Po')], none)).toHaveLength(2)
    const samePlace = { ...first, operation: { ...first.operation, section: 'notes' } } as PendingOperation
    expect(withAppended([samePlace], [set('a', 'P', 'Po')], none)).toHaveLength(2)
  })

  it('makes two operations if the second has been sent, according to the log or to this page', () => {
    const [first, second] = [set('a', '', 'P'), set('a', 'P', 'Po')]
    expect(withAppended([first], [{ ...second, isSent: true }], none)).toHaveLength(2)
    expect(withAppended([first], [second], new Set([second.operation.id]))).toHaveLength(2)
  })

  it.each([
    ['the first has been sent', [set('a', '', 'P', { isSent: true })], none],
    ['another tab made the first', [set('a', '', 'P', { tab: 'b' })], none],
    ['the first was refused', [set('a', '', 'P', { refused: { code: 'x', message: '' } })], none],
    ['an entry was removed in between', [set('a', '', 'P'), removeOperation()], none],
    ['another tab has edited the field since', [set('a', '', 'P'), set('a', 'P', 'Q', { tab: 'b' })], none],
  ])('makes two operations if %s', (_, log, sent) => {
    expect(withAppended(log, [set('a', 'P', 'Po')], sent)).toHaveLength(log.length + 1)
  })

  it('makes two operations if this page has sent the first and the log does not know it', () => {
    const first = set('a', '', 'P')
    expect(withAppended([first], [set('a', 'P', 'Po')], new Set([first.operation.id]))).toHaveLength(2)
  })
})

it('operations that are in the log are not added again', () => {
  const log = [set('a', '', 'P')]
  expect(withAppended(log, log, none)).toEqual(log)
  expect(withAppended([], [...log, ...log], none)).toEqual(log)
})

describe('a request', () => {
  const many = (count: number, text = 'x') => Array.from({ length: count }, () => set(nextId(), '', text))
  const ids = (operations: readonly PlanOperation[]) => operations.map(({ id }) => id)

  it('has the oldest pending operations, up to the limits of a request', () => {
    const log = many(300)
    expect(ids(nextRequest(log))).toEqual(ids(log.slice(0, 200).map(({ operation }) => operation)))
    expect(nextRequest(log, 7)).toHaveLength(7)
    expect(nextRequest(many(300, 'x'.repeat(5000))).length).toBeLessThan(100)
  })

  it('has at least one operation, however large, and no refused one', () => {
    expect(nextRequest(many(2, 'x'.repeat(500_000)))).toHaveLength(1)
    expect(nextRequest([set('a', '', 'P', { refused: { code: 'x', message: '' } })])).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { MAX_NOTE } from '#domain/plan/notes.ts'
import { newPerson } from '#domain/plan/people.ts'
import { isUnderstood, listUnderstood } from './understood.ts'

const id = '00000000-0000-4000-8000-000000000001'
const pendingOf = (operation: object) => ({ operation: { id, section: 'details', ...operation }, tab: 'a' })

describe('a persisted operation is understood', () => {
  it.each([
    ['it sets a field', { do: 'set', at: ['destination_name'], was: '', to: 'Pog Lake' }],
    [
      'its text is longer than the server accepts',
      { do: 'set', at: ['destination_name'], was: '', to: 'x'.repeat(5001) },
    ],
    ['its date is invalid', { do: 'set', at: ['departure_date'], was: '', to: '12026-07-01' }],
    [
      'its note is too long',
      { section: 'notes', do: 'insert', at: [id], entry: { id, text: 'x'.repeat(MAX_NOTE + 1) } },
    ],
    ['it moves an entry', { section: 'notes', do: 'move', at: [id], after: null }],
  ])('when %s', (_when, operation) => {
    expect(isUnderstood(pendingOf(operation))).toBe(true)
  })
})

describe('a persisted operation is not understood', () => {
  it.each([
    ['its section is unknown', pendingOf({ section: 'weather', do: 'set', at: ['destination_name'], was: '', to: '' })],
    ['its field is unknown', pendingOf({ do: 'set', at: ['altitude'], was: '', to: '3' })],
    ['its kind of mutation is unknown', pendingOf({ do: 'swap', at: ['destination_name'] })],
    ['its new value has another type', pendingOf({ do: 'set', at: ['destination_name'], was: '', to: 7 })],
    ['its earlier value has another type', pendingOf({ do: 'set', at: ['destination_name'], to: '', was: [] })],
    ['its entry lacks a field', pendingOf({ section: 'notes', do: 'insert', at: [id], entry: { id } })],
    ['it is undefined', undefined],
  ])('when %s', (_when, entry) => {
    expect(isUnderstood(entry)).toBe(false)
  })
})

describe('a persisted operation of an older version', () => {
  it('gets the defaults of the fields that its entries lack', () => {
    const { answered_for: _, settled_for: __, ...old } = newPerson(id, 'Ana')
    const insert = { id, section: 'people', do: 'insert', at: [id, 'persons', id] }
    const stored = [pendingOf({ ...insert, entry: old }), pendingOf({ do: 'swap' })]
    expect(listUnderstood(stored)).toEqual([pendingOf({ ...insert, entry: newPerson(id, 'Ana') })])
    const current = pendingOf({ ...insert, entry: newPerson(id, 'Ana') })
    expect(listUnderstood([current])[0]).toBe(current)
  })
})

import { describe, expect, it } from 'vitest'
import { MAX_NOTE } from '#domain/plan/notes.ts'
import { isUnderstood } from './understood.ts'

const id = '00000000-0000-4000-8000-000000000001'
const waiting = (operation: object) => ({ operation: { id, section: 'details', ...operation }, tab: 'a' })

describe('what is kept on the device is understood', () => {
  it.each([
    ['a field was set', { do: 'set', at: ['destination_name'], was: '', to: 'Pog Lake' }],
    ['it is longer than the server takes', { do: 'set', at: ['destination_name'], was: '', to: 'x'.repeat(5001) }],
    ['a date in it is none', { do: 'set', at: ['departure_date'], was: '', to: '12026-07-01' }],
    [
      'a note in it is too long',
      { section: 'notes', do: 'insert', at: [id], entry: { id, text: 'x'.repeat(MAX_NOTE + 1) } },
    ],
    ['something was moved', { section: 'notes', do: 'move', at: [id], after: null }],
  ])('where %s', (_when, operation) => {
    expect(isUnderstood(waiting(operation))).toBe(true)
  })
})

describe('what is kept on the device is not understood', () => {
  it.each([
    ['its section is unknown', waiting({ section: 'weather', do: 'set', at: ['destination_name'], was: '', to: '' })],
    ['its field is unknown', waiting({ do: 'set', at: ['altitude'], was: '', to: '3' })],
    ['what is done is unknown', waiting({ do: 'swap', at: ['destination_name'] })],
    ['what is put there has another type', waiting({ do: 'set', at: ['destination_name'], was: '', to: 7 })],
    ['what stood there has another type', waiting({ do: 'set', at: ['destination_name'], to: '', was: [] })],
    ['a field of an entry is missing', waiting({ section: 'notes', do: 'insert', at: [id], entry: { id } })],
    ['it is nothing', undefined],
  ])('where %s', (_when, entry) => {
    expect(isUnderstood(entry)).toBe(false)
  })
})

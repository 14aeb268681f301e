import { describe, expect, it } from 'vitest'
import { type Details, details } from '#domain/plan/details.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { NOTE_MAX } from '#domain/plan/notes.ts'
import type { KeptEdit } from './pending-edit.ts'
import { isUnderstood } from './understood-edit.ts'

const id = '00000000-0000-4000-8000-000000000001'
const understood = (edit: unknown, section: SectionName = 'details') => isUnderstood(section, edit as KeptEdit<SectionName>)
const value = (changed: Partial<Details> = {}) => ({ ...details.empty, ...changed })
const pending = (mine: unknown, base: unknown = value()) => ({
  pending: { base: { version: 3, value: base }, mine },
  sent: undefined,
})
const sent = (save: object) => ({ pending: undefined, sent: { id, base: 3, ...save } })

describe('an edit that is kept on the device is understood', () => {
  it.each([
    ['it waits', pending(value({ destination_name: 'Pog Lake' }))],
    ['it is under way', sent({ value: value() })],
    ['it is under way with what it started from', sent({ value: value(), from: value() })],
    ['it is longer than the server takes', pending(value({ destination_name: 'x'.repeat(501) }))],
    ['a date in it is none', pending(value({ departure_date: '12026-07-01' as Details['departure_date'] }))],
  ])('where %s', (_when, edit) => {
    expect(understood(edit)).toBe(true)
  })

  it('where a note in it is too long', () => {
    expect(understood(pending([{ id, text: 'x'.repeat(NOTE_MAX + 1) }], []), 'notes')).toBe(true)
  })
})

describe('an edit that is kept on the device is not understood', () => {
  const { destination_name: _gone, ...shorter } = value()
  it.each([
    ['a field is missing', pending(shorter)],
    ['a field is unknown', pending({ ...value(), altitude: 3 })],
    ['a field is of another type', pending({ ...value(), destination_name: 7 })],
    ['what it started from has another form', pending(value(), shorter)],
    ['what is under way has another form', sent({ value: shorter })],
    ['what goes with what is under way has another form', sent({ value: value(), from: [] })],
    ['it has no base', { pending: { mine: value() }, sent: undefined }],
  ])('where %s', (_when, edit) => {
    expect(understood(edit)).toBe(false)
  })
})

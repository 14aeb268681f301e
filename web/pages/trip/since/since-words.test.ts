import { describe, expect, it } from 'vitest'
import type { SinceResponse } from '#domain/api/since.ts'
import type { ChangeDescription } from '#domain/history/change-description.ts'
import { dayOf, describeSince, sentenceOf } from './since-words.ts'

const person = (name: string) => ({ id: `id of ${name}`, name })
const tick = (name: string): ChangeDescription => ({
  do: 'set',
  at: ['g', 'items', name, 'checked'],
  within: [{}, { name }],
  was: false,
  to: true,
})
const goTo = (to: string): ChangeDescription => ({ do: 'set', at: ['destination_name'], within: [], was: '', to })
const at = '2026-06-03T10:00:00.000Z'
const now = new Date(2026, 5, 5, 12).getTime()
const on = (...day: [number, number, number, number?]) => new Date(day[0], day[1], day[2], day[3] ?? 9).getTime()

describe('describeSince', () => {
  it('groups changes by section and person, and counts the sentences', () => {
    const answer: SinceResponse = {
      entries: [
        { section: 'checklist', by: person('ana'), at, changes: [tick('Tent'), tick('Tent'), tick('Stove')] },
        { section: 'details', by: null, at, changes: [goTo('Killarney')] },
        { section: 'checklist', by: person('ben'), at, changes: [tick('Axe')] },
      ],
      more: 3,
      versions: {},
    }
    const since = describeSince(answer)
    expect(since?.count).toBe(7)
    expect(since?.people.map(({ name }) => name)).toEqual(['ana', 'Wayfare', 'ben'])
    expect(since?.sections.map(({ section, done }) => [section, done.map(({ sentences }) => sentences)])).toEqual([
      ['checklist', [['ticked “Tent”', 'ticked “Stove”'], ['ticked “Axe”']]],
      ['details', [['set the destination to “Killarney”']]],
    ])
  })

  it('returns undefined when nothing has changed', () => {
    expect(describeSince({ entries: [], more: 0, versions: { notes: 4 } })).toBeUndefined()
  })

  it('makes one sentence with at most two names', () => {
    const sentenceFor = (names: string[], count: number) =>
      sentenceOf({ people: names.map(person), count }, on(2026, 5, 2), now)
    expect(sentenceFor(['ana'], 1)).toBe('ana made 1 change since Tuesday')
    expect(sentenceFor(['ana', 'ben'], 2)).toBe('ana and ben made 2 changes since Tuesday')
    expect(sentenceFor(['ana', 'ben', 'cleo'], 14)).toBe('ana and 2 others made 14 changes since Tuesday')
    expect(sentenceFor([], 1)).toBe('1 change was made since Tuesday')
    expect(sentenceFor([], 400)).toBe('400 changes were made since Tuesday')
  })

  it('formats the day as people say it', () => {
    expect(dayOf(on(2026, 5, 5, 9), now)).toMatch(/^9:00\sAM$/)
    expect(dayOf(on(2026, 5, 4, 23), now)).toBe('yesterday')
    expect(dayOf(on(2026, 5, 3), now)).toBe('Wednesday')
    expect(dayOf(on(2026, 4, 30), now)).toBe('Saturday')
    expect(dayOf(on(2026, 4, 29), now)).toBe('May 29')
    expect(dayOf(on(2025, 11, 24), now)).toBe('December 24, 2025')
  })
})

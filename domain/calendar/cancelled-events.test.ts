import { describe, expect, it } from 'vitest'
import type { CalendarEvent } from './calendar-event.ts'
import { MAX_PUBLISHED, type PublishedEvent, withCancelled } from './cancelled-events.ts'

const now = Date.UTC(2026, 5, 10, 12)
const DAY = 86_400_000

const event = (uid: string, start: string, sequence: number): CalendarEvent => ({
  uid,
  sequence,
  changedAt: Date.UTC(2026, 5, 1),
  start,
  end: '',
  title: 'Swim',
  description: 'Bring towels',
  location: 'Pog Lake',
  position: undefined,
  url: '',
  category: '',
  alarm: 30,
  isCancelled: false,
})
const swim = event('swim', '20260612T180000Z', 7)
const statesOf = (events: readonly CalendarEvent[]) =>
  events.map(({ uid, start, sequence, isCancelled }) => [uid, start, sequence, isCancelled])

describe('withCancelled', () => {
  it('remembers what is still to come, in the order of its start, and nothing that people typed', () => {
    const { events, published } = withCancelled(
      [swim, event('past', '20260608', 4), event('yesterday', '20260609', 2), event('today', '20260610T070000', 3)],
      [],
      now,
    )
    expect(statesOf(events)).toEqual([
      ['swim', '20260612T180000Z', 7, false],
      ['past', '20260608', 4, false],
      ['yesterday', '20260609', 2, false],
      ['today', '20260610T070000', 3, false],
    ])
    expect(published).toEqual([
      ['yesterday', '20260609', 2, 0, 0],
      ['today', '20260610T070000', 3, 0, 0],
      ['swim', '20260612T180000Z', 7, 0, 0],
    ])
  })

  it('says for four weeks that something is cancelled, without its words', () => {
    const first = withCancelled([], [['swim', '20260912T180000Z', 7, 0, 0]], now)
    expect(first.events).toEqual([
      {
        uid: 'swim',
        sequence: 8,
        changedAt: now,
        start: '20260912T180000Z',
        end: '',
        title: 'Cancelled',
        description: '',
        location: '',
        position: undefined,
        url: '',
        category: '',
        alarm: undefined,
        isCancelled: true,
      },
    ])
    expect(first.published).toEqual([['swim', '20260912T180000Z', 8, 0, now]])
    const later = withCancelled([], first.published, now + 27 * DAY)
    expect(later).toEqual(first)
    expect(withCancelled([], first.published, now + 28 * DAY)).toEqual({ events: [], published: [] })
  })

  it('cancels nothing that is over', () => {
    expect(withCancelled([], [['swim', '20260608T180000Z', 7, 0, 0]], now)).toEqual({ events: [], published: [] })
  })

  it('brings an event back with a higher sequence, which grows with each change after it', () => {
    const gone: PublishedEvent[] = [['swim', swim.start, 8, 0, now]]
    const back = withCancelled([swim], gone, now)
    expect(statesOf(back.events)).toEqual([['swim', swim.start, 9, false]])
    const changed = withCancelled([{ ...swim, sequence: 8 }], back.published, now)
    expect(statesOf(changed.events)).toEqual([['swim', swim.start, 10, false]])
    const again = withCancelled([], changed.published, now)
    expect(statesOf(again.events)).toEqual([['swim', swim.start, 11, true]])
  })

  it('never falls behind what it has published', () => {
    const { events, published } = withCancelled([swim], [['swim', '20260611', 12, 0, 0]], now)
    expect(statesOf(events)).toEqual([['swim', swim.start, 12, false]])
    expect(published).toEqual([['swim', swim.start, 12, 5, 0]])
  })

  it('remembers no more than it may: what comes first', () => {
    const many = Array.from({ length: MAX_PUBLISHED + 5 }, (_, index) =>
      event(`e${index}`, `2027${String(index).padStart(4, '0')}`, 1),
    )
    const { events, published } = withCancelled(many.toReversed(), [], now)
    expect(events).toHaveLength(MAX_PUBLISHED + 5)
    expect(published).toHaveLength(MAX_PUBLISHED)
    expect(published.at(0)?.[0]).toBe('e0')
    expect(published.at(-1)?.[0]).toBe(`e${MAX_PUBLISHED - 1}`)
  })
})

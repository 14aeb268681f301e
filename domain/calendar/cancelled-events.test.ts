import { describe, expect, it } from 'vitest'
import { type HashedEvent, MAX_PUBLISHED, type PublishedEvent, withCancelled } from './cancelled-events.ts'
import { calendarParts, type WrittenEvent } from './write-calendar.ts'

const now = Date.UTC(2026, 5, 10, 12)
const DAY = 86_400_000

const changedAt = Date.UTC(2026, 5, 1)
const event = (uid: string, start: string, sequence: number, hash = 'a'): HashedEvent => ({
  uid,
  sequence,
  changedAt,
  start,
  body: 'SUMMARY:Swim\r\nEND:VEVENT\r\n',
  hash,
})
const swim = event('swim', '20260612T180000Z', 7)
const statesOf = (events: readonly WrittenEvent[]) =>
  events.map(({ uid, start, sequence, body }) => [uid, start, sequence, body.includes('CANCELLED')])

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
      ['yesterday', '20260609', 2, 0, 0, 'a'],
      ['today', '20260610T070000', 3, 0, 0, 'a'],
      ['swim', '20260612T180000Z', 7, 0, 0, 'a'],
    ])
  })

  it('says for four weeks that something is cancelled, without its words', () => {
    const first = withCancelled([], [['swim', '20260912T180000Z', 7, 0, 0, 'a']], now)
    const head = { name: '', url: '', zone: '', refresh: '' }
    expect([...calendarParts(head, first.events)].slice(1, -1).join('').split('\r\n')).toEqual([
      'BEGIN:VEVENT',
      'UID:swim',
      'SEQUENCE:8',
      'DTSTAMP:20260610T120000Z',
      'LAST-MODIFIED:20260610T120000Z',
      'DTSTART:20260912T180000Z',
      'SUMMARY:Cancelled',
      'STATUS:CANCELLED',
      'END:VEVENT',
      '',
    ])
    expect(first.published).toEqual([['swim', '20260912T180000Z', 8, 0, now, '']])
    const later = withCancelled([], first.published, now + 27 * DAY)
    expect(later).toEqual(first)
    expect(withCancelled([], first.published, now + 28 * DAY)).toEqual({ events: [], published: [] })
  })

  it('cancels nothing that is over', () => {
    expect(withCancelled([], [['swim', '20260608T180000Z', 7, 0, 0, 'a']], now)).toEqual({ events: [], published: [] })
  })

  it('brings an event back with a higher sequence, which grows with each change after it', () => {
    const gone: PublishedEvent[] = [['swim', swim.start, 8, 0, now - DAY, '']]
    const back = withCancelled([swim], gone, now)
    expect(statesOf(back.events)).toEqual([['swim', swim.start, 9, false]])
    expect(back.events[0]?.changedAt).toBe(now)
    expect(back.published).toEqual([['swim', swim.start, 9, 2, now, 'a']])
    expect(withCancelled([swim], back.published, now + DAY)).toEqual(back)
    const changed = withCancelled([{ ...swim, sequence: 8 }], back.published, now)
    expect(statesOf(changed.events)).toEqual([['swim', swim.start, 10, false]])
    const again = withCancelled([], changed.published, now)
    expect(statesOf(again.events)).toEqual([['swim', swim.start, 11, true]])
  })

  it('never falls behind what it has published', () => {
    const { events, published } = withCancelled([swim], [['swim', '20260611', 12, 0, 0, 'a']], now)
    expect(statesOf(events)).toEqual([['swim', swim.start, 12, false]])
    expect(published).toEqual([['swim', swim.start, 12, 5, now, 'a']])
  })

  it('raises the sequence when a text changes that the plan’s versions do not cover', () => {
    const first = withCancelled([swim], [], now - DAY)
    expect(first.published).toEqual([['swim', swim.start, 7, 0, 0, 'a']])
    const renamed = event('swim', swim.start, 7, 'b')
    const changed = withCancelled([renamed], first.published, now)
    expect(changed.events.map((one) => [one.sequence, one.changedAt])).toEqual([[8, now]])
    expect(withCancelled([renamed], changed.published, now + DAY)).toEqual(changed)
    // A later change of the plan counts from there.
    const edited = withCancelled([event('swim', swim.start, 8, 'c')], changed.published, now + DAY)
    expect(edited.events.map((one) => one.sequence)).toEqual([9])
    expect(edited.published).toEqual([['swim', swim.start, 9, 1, now, 'c']])
  })

  it('leaves the sequence to the plan when that is higher', () => {
    const { events } = withCancelled([event('swim', swim.start, 8, 'b')], [['swim', swim.start, 7, 0, 0, 'a']], now)
    expect(events.map((one) => [one.sequence, one.changedAt])).toEqual([[8, changedAt]])
  })

  it('remembers what it has added to a sequence for as long as the event exists', () => {
    const first = withCancelled([swim], [['swim', swim.start, 8, 0, now, '']], now)
    const later = withCancelled([swim], first.published, now + 90 * DAY)
    expect(statesOf(later.events)).toEqual([['swim', swim.start, 9, false]])
    expect(later.published).toEqual(first.published)
    expect(withCancelled([], later.published, now + 90 * DAY)).toEqual({ events: [], published: [] })
  })

  it('remembers what is over only where there is room', () => {
    const coming = Array.from({ length: MAX_PUBLISHED - 1 }, (_, index) =>
      event(`e${index}`, `2027${String(index).padStart(4, '0')}`, 1),
    )
    const past = ['20260501', '20260502'].map((start): PublishedEvent => [start, start, 4, 2, now, 'a'])
    const events = [...coming, ...past.map(([uid, start]) => event(uid, start, 2))]
    const { published } = withCancelled(events, past, now)
    expect(published.map(([uid]) => uid)).toEqual([...coming.map(({ uid }) => uid), '20260502'])
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

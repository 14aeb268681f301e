import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Announcement, audiences, MAX_ANNOUNCEMENTS, mostWithinADay } from '../plan/announcements.ts'
import { findExceeded } from '../plan/limits.ts'
import { buildComing, buildParties, buildPerson } from '../testing/people.ts'
import { isAddressed, listAudience, listUnseen, newAnnouncement, newestFirst, whyFull } from './audience.ts'
import { listReached, listViewers } from './viewers.ts'

const [ana, ben, cleo, dan] = [
  buildComing('Ana'),
  buildPerson('Ben'),
  buildPerson('Cleo', { coming: 'unsure' }),
  buildPerson('Dan', { coming: 'not_coming' }),
]
const people = buildParties(ana, ben, cleo, dan)
const build = (more: Partial<Announcement> = {}): Announcement => ({
  id: crypto.randomUUID(),
  text: 'The hut is booked',
  to: 'everyone',
  people: [],
  by: '',
  at: '2027-06-12T18:30:00.000Z',
  ...more,
})
const at = (hour: number) => `2027-06-12T${String(hour).padStart(2, '0')}:00:00.000Z`

it('is for everyone, for those who are coming, or for those who have not answered', () => {
  expect(listAudience('everyone', people)).toEqual([ana.id, ben.id, cleo.id, dan.id])
  expect(listAudience('coming', people)).toEqual([ana.id])
  expect(listAudience('unanswered', people)).toEqual([ben.id])
  expect(listAudience('coming', [])).toEqual([])
})

it('keeps whom it was for when it was sent', () => {
  const parts = { id: crypto.randomUUID(), text: ' The hut\n\nis booked \n', by: ana.id, at: at(1) }
  const toOpen = newAnnouncement({ ...parts, to: 'unanswered' }, people)
  expect(toOpen).toEqual({ ...parts, text: 'The hut\n\nis booked', to: 'unanswered', people: [{ id: ben.id }] })
  expect(newAnnouncement({ ...parts, to: 'everyone' }, people).people).toEqual([])
  expect([ana, ben].map(({ id }) => isAddressed(toOpen, id))).toEqual([false, true])
  expect(isAddressed(build(), crypto.randomUUID())).toBe(true)
})

it('is new to those whom it is for, until they have seen it, and never to its author', () => {
  const [old, toBen, own] = [
    build({ at: at(3) }),
    build({ to: 'coming', people: [{ id: ben.id }], at: at(1) }),
    build({ by: ben.id, at: at(2) }),
  ]
  const unseen = (personId: string, ...seen: Announcement[]) =>
    listUnseen([old, own, toBen], personId, new Set(seen.map(({ id }) => id)))
  expect(unseen(ben.id)).toEqual([toBen, old])
  expect(unseen(ben.id, toBen)).toEqual([old])
  expect(unseen(ana.id)).toEqual([own, old])
  expect(unseen(ana.id, own, old)).toEqual([])
})

it('is sorted by when it arrived, whatever the clocks of the devices say', () => {
  const [first, second, third] = [build({ at: at(9) }), build({ at: '2031-01-01T00:00:00.000Z' }), build({ at: at(1) })]
  expect(newestFirst([first, second, third])).toEqual([third, second, first])
  expect(listUnseen([first, second, third], ana.id, new Set([second.id]))).toEqual([third, first])
})

const HOUR = 3_600_000
const after = (hours: number) => new Date(Date.parse(at(0)) + hours * HOUR).toISOString()

it('counts those within 24 hours, whatever their order', () => {
  const most = (...hours: number[]) => mostWithinADay(hours.map((hour) => ({ at: after(hour) })))
  expect(most()).toBe(0)
  expect(most(30, 0, 24, 23.9)).toBe(3)
  expect(most(0, 24, 48)).toBe(1)
  const hours = fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 12 })
  fc.assert(
    fc.property(hours, (all) => {
      const from = (start: number) => all.filter((hour) => hour >= start && hour < start + 24).length
      expect(most(...all)).toBe(Math.max(0, ...all.map(from)))
    }),
  )
})

it('cannot be sent exactly when the plan would refuse it, and says from when it can', () => {
  const hours = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 9 })
  fc.assert(
    fc.property(hours, fc.integer({ min: 0, max: 60 }), (all, now) => {
      const list = all.map((hour) => build({ at: after(hour) }))
      const refusal = (time: string) => findExceeded('announcements', list, [...list, build({ at: time })])
      const full = whyFull(list, after(now))
      expect(full?.is === 'day').toBe(refusal(after(now)) === 'too_many_announcements')
      if (full?.is !== 'day') return
      expect(refusal(full.until)).toBe(undefined)
      for (let hour = now; after(hour) < full.until; hour++) expect(refusal(after(hour))).toBe('too_many_announcements')
    }),
  )
  const three = [0, 5, 23].map((hour) => build({ at: after(hour) }))
  expect(whyFull(three, after(23.5))).toEqual({ is: 'day', until: after(24) })
  expect(whyFull(three, after(24))).toBe(undefined)
  // Removing one frees its place.
  expect(whyFull(three.slice(1), after(23.5))).toBe(undefined)
  const many = Array.from({ length: MAX_ANNOUNCEMENTS }, (_, day) =>
    build({ at: new Date(Date.UTC(2026, 0, day)).toISOString() }),
  )
  expect(whyFull(many, at(12))).toEqual({ is: 'trip' })
  expect(whyFull(many.slice(1), at(12))).toBe(undefined)
})

it('tells who has seen it, who has not, and who has not joined', () => {
  const guest = crypto.randomUUID()
  const members = new Set([ana.id, ben.id, guest])
  const announcement = build({ by: ana.id })
  const view = (person_id: string, hour: number, one = announcement) => ({
    announcement_id: one.id,
    person_id,
    seen_at: at(hour),
  })
  // Everyone is who is on the list or has joined, and the author is no viewer.
  expect(listReached(announcement, people, members)).toEqual({
    joined: [ben.id, guest],
    unreachable: [cleo.id, dan.id],
  })
  expect(listReached({ ...announcement, by: '' }, [], members).joined).toEqual([...members])
  expect(listViewers(announcement, people, members, [view(guest, 20), view(ben.id, 19), view(ana.id, 1)])).toEqual({
    seen: [
      { id: ben.id, at: at(19) },
      { id: guest, at: at(20) },
    ],
    unseen: [],
    unreachable: [cleo.id, dan.id],
  })
  const gone = crypto.randomUUID()
  const toSome = build({ to: 'unanswered', by: ana.id, people: [ben, cleo, { id: gone }].map(({ id }) => ({ id })) })
  // What somebody else has seen, or of another announcement, does not count; nor do people who are gone.
  const views = [view(gone, 19, toSome), view(dan.id, 19, toSome), view(ben.id, 19)]
  expect(listViewers(toSome, people, members, views)).toEqual({ seen: [], unseen: [ben.id], unreachable: [cleo.id] })
})

it('counts everybody whom it is for once', () => {
  const id = fc.constantFrom(ana.id, ben.id, cleo.id, dan.id, '00000000-0000-4000-8000-000000000001')
  const views = fc.array(
    fc.record({ announcement_id: fc.constant('one'), person_id: id, seen_at: fc.constant(at(20)) }),
  )
  fc.assert(
    fc.property(
      fc.uniqueArray(id),
      fc.uniqueArray(id),
      views,
      fc.constantFrom(...audiences),
      id,
      (some, joined, seenBy, to, by) => {
        const one = build({
          id: 'one',
          to,
          by,
          people: to === 'everyone' ? [] : some.map((person) => ({ id: person })),
        })
        const viewers = listViewers(one, people, new Set(joined), seenBy)
        const all = [...viewers.seen.map((view) => view.id), ...viewers.unseen, ...viewers.unreachable]
        expect(new Set(all).size).toBe(all.length)
        expect(all.every((person) => person !== by && isAddressed(one, person))).toBe(true)
        // Of those on the list or in the trip, nobody is left out.
        const known = new Set([ana.id, ben.id, cleo.id, dan.id, ...joined])
        expect(new Set(all)).toEqual(new Set([...known].filter((person) => person !== by && isAddressed(one, person))))
        expect(new Set([...viewers.seen.map((view) => view.id), ...viewers.unseen])).toEqual(
          new Set(all.filter((person) => joined.includes(person))),
        )
        for (const { id: person } of viewers.seen)
          expect(seenBy.some(({ person_id }) => person_id === person)).toBe(true)
      },
    ),
  )
})

import { listText } from '../list-text.ts'
import type { LocalDate } from '../local-date.ts'
import { type Concern, type Concerns, type ConcernType, concernReads, typeOf, type WatchedSection } from './concerns.ts'
import { KNOWN_VERSION, type Known, type KnownConcern, type KnownDayEntry } from './known.ts'
import { type About, type NoticeKind, type NoticeThing, toNoticeName } from './notice.ts'

/*
 * What is news since a trip was last looked at.
 * Invariants: somebody seen for the first time is told nothing of what was there before. What comes and goes between
 *   two looks is no news. What ends because the trip is over, or because somebody is not coming, is no news to them.
 */

export interface News {
  /** Whom it is about, and who is told: themselves, or who answers for them. */
  to: { person: string } | 'organizers'
  kind: NoticeKind
  /** A user is told of one subject once, as long as it is unread. */
  subject: string
  about: About
  isUrgent: boolean
  /** Whose change it is: if one user alone has changed these sections, they know. */
  sections: readonly WatchedSection[]
}

/** What has ended, so that nobody needs to hear of it any more. */
export interface Settled {
  /** The key of the concern, which the subjects of its notices begin with. */
  key: string
}

export interface Comparison {
  news: News[]
  settled: Settled[]
  known: Known
}

/** What is told when a concern begins. What is missing here is no news. */
const beginnings: Partial<Record<ConcernType, { kind: NoticeKind; what: NoticeThing }>> = {
  poll: { kind: 'asked', what: 'poll' },
  coming: { kind: 'asked', what: 'coming' },
  fee: { kind: 'asked', what: 'fee' },
  seat: { kind: 'promise', what: 'seat_given' },
  duty: { kind: 'promise', what: 'duty_given' },
  payment: { kind: 'payment', what: 'to_confirm' },
  denied: { kind: 'payment', what: 'not_received' },
}
/** What is told when it ends. */
const endings: Partial<Record<ConcernType, NoticeThing>> = {
  seat: 'seat_lost',
  bed: 'bed_lost',
  duty: 'duty_gone',
  bring: 'bring_gone',
}
/** Concerns whose notices mean nothing any more once they end. */
const settling: ReadonlySet<ConcernType> = new Set(['poll', 'coming', 'fee', 'payment', 'denied', 'todo'])

/**
 * @param known what was known; undefined if nothing was, so that nothing is news
 * @param isOver whether the trip is over
 */
export function compareConcerns(
  known: Known | undefined,
  { people, announcements, coming, openCars, days }: Concerns,
  { now, isOver }: { now: string; isOver: boolean },
): Comparison {
  const news: News[] = []
  const settled: Settled[] = []
  const remembered: Known['people'] = {}
  const lostCars = new Map<string, { name: string; count: number }>()
  for (const [person, current] of people) {
    const before = known?.people[person]
    const own: Record<string, KnownConcern> = {}
    remembered[person] = own
    for (const [key, concern] of current) {
      const was = before?.[key]
      own[key] = remember(concern, was, now)
      if (before) news.push(...newsOf(person, key, concern, was))
    }
    for (const [key, was] of Object.entries(before ?? {})) {
      if (current.has(key)) continue
      const type = typeOf(key)
      if (settling.has(type)) settled.push({ key })
      const what = endings[type]
      if (!what || isOver || !coming.has(person) || (type === 'seat' && current.has('drive'))) continue
      news.push(toNews({ person, key, kind: 'promise', about: { what, name: was.name } }))
      if (type === 'seat' && !openCars.has(was.state)) {
        const lost = lostCars.get(was.state) ?? { name: was.name, count: 0 }
        lostCars.set(was.state, { ...lost, count: lost.count + 1 })
      }
    }
  }
  for (const [car, { name, count }] of lostCars) {
    const about: About = { what: 'riders_lost', name, count }
    const sections = concernReads.seat
    news.push({ to: 'organizers', kind: 'promise', subject: `riders/${car}`, about, isUrgent: true, sections })
  }
  // Those who are not on the list any more are asked nothing.
  for (const [person, before] of Object.entries(known?.people ?? {}))
    if (!people.has(person)) for (const key of Object.keys(before)) if (settling.has(typeOf(key))) settled.push({ key })
  const announced = compareAnnouncements(known, announcements)
  return {
    news: [...news, ...announced.news, ...compareDays(known, days)],
    settled: [...settled, ...announced.settled],
    known: {
      version: KNOWN_VERSION,
      people: remembered,
      announcements: [...announcements.keys()],
      days: rememberDays(days),
      ...(known?.departure !== undefined && { departure: known.departure }),
      departure_told: known?.departure_told ?? '',
    },
  }
}

function compareAnnouncements(
  known: Known | undefined,
  announcements: Concerns['announcements'],
): Pick<Comparison, 'news' | 'settled'> {
  if (!known) return { news: [], settled: [] }
  const before = new Set(known.announcements)
  const news = [...announcements]
    .filter(([id]) => !before.has(id))
    .flatMap(([id, { people, name, detail }]) =>
      people
        .filter((person) => known.people[person])
        .map((person): News => {
          const about: About = { what: 'announcement', name, ...(detail !== undefined && { detail }) }
          return toNews({ person, key: `announcement/${id}`, kind: 'announcement', about })
        }),
    )
  const settled = known.announcements
    .filter((id) => !announcements.has(id))
    .map((id) => ({ key: `announcement/${id}` }))
  return { news, settled }
}

function remember({ state, name }: Concern, was: KnownConcern | undefined, now: string): KnownConcern {
  if (was && was.state === state && was.name === name) return was
  // A to-do that is due on another day is told again.
  const isSame = was !== undefined && (was.state === state || !was.told)
  const { told, told_at } = isSame ? was : {}
  return {
    state,
    name,
    since: was?.since ?? now,
    ...(told !== undefined && { told }),
    ...(told_at !== undefined && { told_at }),
  }
}

function newsOf(person: string, key: string, { state, name, detail }: Concern, was: KnownConcern | undefined): News[] {
  const type = typeOf(key)
  if (was?.state === state) return []
  const begun = beginnings[type]
  if (begun) {
    const about: About = { what: begun.what, name, ...(detail !== undefined && { detail }) }
    return [toNews({ person, key, kind: begun.kind, about })]
  }
  // Another car is news of the seat.
  const isSameCar = type === 'car' && was && was.state.split(' ', 1)[0] === state.split(' ', 1)[0]
  return isSameCar ? [toNews({ person, key, kind: 'promise', about: { what: 'car_changed', name } })] : []
}

interface NewNews {
  person: string
  key: string
  kind: NoticeKind
  about: About
}

function toNews({ person, key, kind, about }: NewNews): News {
  const type = typeOf(key)
  return {
    to: { person },
    kind,
    // One notice says where somebody sits now, whatever it was before.
    subject: endings[type] && !key.includes('/') ? `${key}/${person}` : key,
    about,
    isUrgent: about.what === 'seat_lost',
    sections: concernReads[type],
  }
}

/** How many changes of a day a notice names. */
const MAX_TITLES = 3

function compareDays(known: Known | undefined, days: Concerns['days']): News[] {
  const news: News[] = []
  for (const [date, { there, entries }] of days) {
    const before = known?.days[date]
    if (!before) continue
    const changes = new Map<string, string[]>()
    const tell = (people: readonly string[], title: string) => {
      for (const person of people) changes.set(person, [...(changes.get(person) ?? []), title])
    }
    for (const [id, { state, title, people }] of entries) if (before[id]?.state !== state) tell(people, title)
    for (const [id, { title, people }] of Object.entries(before)) if (!entries.has(id)) tell(people ?? there, title)
    for (const [person, titles] of changes)
      news.push({
        to: { person },
        kind: 'changes',
        subject: `days/${date}`,
        about: {
          what: 'days',
          date,
          count: titles.length,
          detail: toNoticeName(listText(titles.slice(0, MAX_TITLES), 'unit')),
        },
        isUrgent: false,
        sections: concernReads.days,
      })
  }
  return news
}

function rememberDays(days: Concerns['days']): Known['days'] {
  const remembered: Known['days'] = {}
  for (const [date, { there, entries }] of days) {
    const own: Record<string, KnownDayEntry> = {}
    for (const [id, { state, title, people }] of entries)
      own[id] = { state, title, ...(people.length < there.length && { people: [...people] }) }
    remembered[date as LocalDate] = own
  }
  return remembered
}

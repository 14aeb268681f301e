import { randomUUID } from 'node:crypto'
import { MAX_NOTICES } from '#domain/api/notices.ts'
import { groupBy } from '#domain/group-by.ts'
import { wants } from '#domain/notices/choices.ts'
import type { News, Settled } from '#domain/notices/compare.ts'
import type { Known } from '#domain/notices/known.ts'
import { type About, type NoticeKind, toNoticeName, toNoticeNames } from '#domain/notices/notice.ts'
import { nextUrgentAt, nextUrgentMailAt, URGENT_MAIL_DELAY_MS, withUrgentMail } from '#domain/notices/send-limits.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Db } from '../db/engine.ts'
import { giveWay } from '../db/turn-of-event-loop.ts'
import { loadChoices } from './choices.ts'
import { isTold, type ToldMember } from './members.ts'

/*
 * Who is told what is new, and when each channel may say so.
 * Invariants: somebody who has no account in the trip is told through those of their party. Nobody is told what they
 *   alone have changed. A user has one notice of a subject: what is new replaces what they have read of it.
 */

export interface NewNotice {
  user_id: string
  kind: NoticeKind
  subject: string
  about: About
  is_urgent: boolean
  has_mail: boolean
}

interface Group {
  people: readonly Party[]
  members: readonly ToldMember[]
}

interface Authors extends Group {
  /** Who has changed each section: see `News.sections`. */
  savers: ReadonlyMap<string, ReadonlySet<string | null>>
  nameOf: (personId: string) => string
}

/**
 * One notice for each user and subject, also if it is about several people of their party. No more than a user may have
 * of a trip, what is urgent first.
 */
export function toNotices(news: readonly News[], { people, members, savers, nameOf }: Authors): NewNotice[] {
  const told = members.filter(isTold)
  const usersOf = findUsers({ people, members: told })
  const notices = new Map<string, NewNotice & { others: string[]; isOwn: boolean }>()
  for (const one of news) {
    const users = one.to === 'organizers' ? told.filter(({ role }) => role !== 'member') : usersOf(one.to.person)
    const authors = new Set(one.sections.flatMap((section) => [...(savers.get(section) ?? [])]))
    for (const user of users) {
      if (authors.size === 1 && authors.has(user.user_id)) continue
      const key = `${user.user_id} ${one.kind} ${one.subject}`
      const isOwn = one.to === 'organizers' || one.to.person === user.person_id
      const others = one.to === 'organizers' || isOwn ? [] : [nameOf(one.to.person)]
      const known = notices.get(key)
      notices.set(key, {
        user_id: user.user_id,
        kind: one.kind,
        subject: one.subject,
        about: one.about,
        is_urgent: one.isUrgent,
        has_mail: user.email !== null,
        isOwn: isOwn || (known?.isOwn ?? false),
        others: [...(known?.others ?? []), ...others],
      })
    }
  }
  const all = [...notices.values()].map(({ isOwn, others, about, ...notice }) => ({
    ...notice,
    about: isOwn || others.length === 0 ? about : { ...about, names: toNoticeNames(others) },
  }))
  return [...groupBy(all, ({ user_id }) => user_id).values()].flatMap((own) =>
    own.toSorted((one, other) => Number(other.is_urgent) - Number(one.is_urgent)).slice(0, MAX_NOTICES),
  )
}

/** Who is told of what concerns a person: they themselves, or who travels with them. */
function findUsers({ people, members }: Group): (personId: string) => ToldMember[] {
  const partyOf = new Map(people.flatMap(({ id, persons }) => persons.map((person) => [person.id, id] as const)))
  return (personId) => {
    const own = members.filter(({ person_id }) => person_id === personId)
    if (own.length > 0) return own
    const party = partyOf.get(personId)
    return party === undefined ? [] : members.filter(({ person_id }) => partyOf.get(person_id) === party)
  }
}

/** Changes within this time go out in one push. */
const PUSH_DELAY_MS = 20_000
/** Reminders, due to-dos and the departure are pushed without this delay, unless they come with other news. */
const timed: ReadonlySet<NoticeKind> = new Set(['reminder', 'todo', 'departure'])
/** Notices read within this time are not mailed. */
const MAIL_DELAY_MS = 10 * 60_000

/** Stores notices, and when they may be sent. @returns the users who have new ones */
export async function storeNotices(
  trx: Db,
  tripId: string,
  notices: readonly NewNotice[],
  now: Date,
): Promise<string[]> {
  const withNews = new Set(notices.filter(({ kind }) => !timed.has(kind)).map(({ user_id }) => user_id))
  const stored = new Set<string>()
  for (let start = 0; start < notices.length; start += PAGE) {
    const page = notices.slice(start, start + PAGE)
    for (const userId of await storePage(trx, tripId, page, { now, withNews })) stored.add(userId)
    await giveWay()
  }
  return [...stored]
}

/** SQLite takes a limited number of values in a statement. */
const PAGE = 100

async function storePage(
  trx: Db,
  tripId: string,
  notices: readonly NewNotice[],
  { now, withNews }: { now: Date; withNews: ReadonlySet<string> },
): Promise<Set<string>> {
  const userIds = [...new Set(notices.map(({ user_id }) => user_id))]
  const choicesOf = await loadChoices(trx, tripId, userIds)
  const urgentOf = await loadUrgent(trx, tripId, notices)
  const existing = await trx
    .selectFrom('notices')
    .selectAll()
    .where('trip_id', '=', tripId)
    .where('user_id', 'in', userIds)
    .where('subject', 'in', [...new Set(notices.map(({ subject }) => subject))])
    .execute()
  const before = new Map(existing.map((row) => [`${row.user_id} ${row.kind} ${row.subject}`, row]))
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const undone: { id: string; user_id: string }[] = []
  const rows = notices.flatMap(({ has_mail, about, ...notice }) => {
    const { user_id, kind, subject, is_urgent } = notice
    const was = before.get(`${user_id} ${kind} ${subject}`)
    // A restored announcement is not announced again.
    if (was && kind === 'announcement') return []
    if (was && isBackAgain(was, about, now)) {
      undone.push(was)
      return []
    }
    const { choices = {}, is_off = false } = choicesOf.get(user_id) ?? {}
    const isPushed = !is_off && wants(choices, kind, 'push')
    const isMailed = !is_off && has_mail && wants(choices, kind, 'mail')
    const urgent = urgentOf.get(user_id)
    const pushAt = () => (is_urgent && urgent ? urgent.push(now) : after(withNews.has(user_id) ? PUSH_DELAY_MS : 0))
    const mailAt = () => (is_urgent && urgent ? urgent.mail(after(URGENT_MAIL_DELAY_MS)) : after(MAIL_DELAY_MS))
    return [
      {
        id: was?.id ?? randomUUID(),
        trip_id: tripId,
        user_id,
        kind,
        subject,
        about: JSON.stringify(was && was.read_at === null ? joinAbout(was.about, about) : about),
        is_urgent,
        created_at: now.toISOString(),
        read_at: null,
        push_at: isPushed ? pushAt() : null,
        mail_at: isMailed ? mailAt() : null,
      },
    ]
  })
  if (rows.length > 0)
    await trx
      .insertInto('notices')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'trip_id', 'kind', 'subject']).doUpdateSet((eb) => ({
          about: eb.ref('excluded.about'),
          is_urgent: eb.ref('excluded.is_urgent'),
          created_at: eb.ref('excluded.created_at'),
          read_at: eb.ref('excluded.read_at'),
          push_at: eb.ref('excluded.push_at'),
          mail_at: eb.ref('excluded.mail_at'),
        })),
      )
      .execute()
  if (undone.length > 0)
    await trx
      .updateTable('notices')
      .set({ read_at: now.toISOString(), push_at: null, mail_at: null })
      .where(
        'id',
        'in',
        undone.map(({ id }) => id),
      )
      .execute()
  await storeUrgent(trx, tripId, urgentOf)
  return new Set([...rows, ...undone].map(({ user_id }) => user_id))
}

/** If a seat is back within this time, its loss counts as undone. */
const UNDONE_WITHIN_MS = 60_000

function isBackAgain(was: { about: About; read_at: string | null; created_at: string }, about: About, now: Date) {
  const isSoon = now.getTime() - Date.parse(was.created_at) < UNDONE_WITHIN_MS
  const isSame = was.about.what === 'seat_lost' && about.what === 'seat_given' && was.about.name === about.name
  return isSoon && isSame && was.read_at === null
}

/** When a user is told what cannot wait: see send-limits.ts. */
class UrgentTimes {
  pushed: string | null
  mailed: readonly string[]

  constructor(pushed: string | null = null, mailed: readonly string[] = []) {
    this.pushed = pushed
    this.mailed = mailed
  }

  push(now: Date): string {
    this.pushed = nextUrgentAt(this.pushed, now).toISOString()
    return this.pushed
  }

  /** @param earliest an ISO time */
  mail(earliest: string): string {
    const at = nextUrgentMailAt(this.mailed, new Date(earliest)).toISOString()
    this.mailed = withUrgentMail(this.mailed, at)
    return at
  }
}

/** For users with an urgent notice in this page. */
async function loadUrgent(trx: Db, tripId: string, notices: readonly NewNotice[]): Promise<Map<string, UrgentTimes>> {
  const userIds = new Set(notices.filter(({ is_urgent }) => is_urgent).map(({ user_id }) => user_id))
  if (userIds.size === 0) return new Map()
  const rows = await trx
    .selectFrom('notice_choices')
    .select(['user_id', 'urgent_at', 'urgent_mailed'])
    .where('trip_id', '=', tripId)
    .where('user_id', 'in', [...userIds])
    .execute()
  const stored = new Map(rows.map((row) => [row.user_id, new UrgentTimes(row.urgent_at, row.urgent_mailed)]))
  return new Map([...userIds].map((id) => [id, stored.get(id) ?? new UrgentTimes()]))
}

async function storeUrgent(trx: Db, tripId: string, urgentOf: ReadonlyMap<string, UrgentTimes>): Promise<void> {
  if (urgentOf.size === 0) return
  const rows = [...urgentOf].map(([user_id, { pushed, mailed }]) => ({
    ...{ user_id, trip_id: tripId, choices: '{}', is_off: false, mailed: '[]' },
    urgent_at: pushed,
    urgent_mailed: JSON.stringify(mailed),
  }))
  await trx
    .insertInto('notice_choices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'trip_id']).doUpdateSet((eb) => ({
        urgent_at: eb.ref('excluded.urgent_at'),
        urgent_mailed: eb.ref('excluded.urgent_mailed'),
      })),
    )
    .execute()
}

/** What is unread about a day is told with what is new about it. */
function joinAbout(before: About, about: About): About {
  if (about.what !== 'days') return about
  const detail = toNoticeName([about.detail, before.detail].filter(Boolean).join(', '))
  return { ...about, count: (before.count ?? 0) + (about.count ?? 0), detail }
}

interface Remaining extends Group {
  known: Known
  now: Date
}

/** Kinds that are marked as read once their concern ends: see `Settled`. */
const settledKinds = ['asked', 'reminder', 'todo', 'payment', 'announcement'] as const satisfies NoticeKind[]

/** What has been answered or done is no news any more, unless it is still open for somebody else of the party. */
export async function settleNotices(
  trx: Db,
  tripId: string,
  settled: readonly Settled[],
  { people, members, known, now }: Remaining,
): Promise<void> {
  if (settled.length === 0) return
  const ended = new Set(settled.map(({ key }) => key))
  const usersOf = findUsers({ people, members })
  const open = new Set(
    Object.entries(known.people).flatMap(([person, concerns]) =>
      Object.keys(concerns)
        .filter((key) => ended.has(key))
        .flatMap((key) => usersOf(person).map(({ user_id }) => `${user_id} ${key}`)),
    ),
  )
  const unread = await trx
    .selectFrom('notices')
    .select(['id', 'user_id', 'subject'])
    .where('trip_id', '=', tripId)
    .where('kind', 'in', settledKinds)
    .where('read_at', 'is', null)
    .execute()
  // Checks all users: somebody asked on another's behalf may have left their party.
  const over = unread.filter(({ user_id, subject }) => {
    const key = ended.has(subject) ? subject : subject.slice(0, subject.lastIndexOf('/'))
    return ended.has(key) && !open.has(`${user_id} ${key}`)
  })
  for (let start = 0; start < over.length; start += PAGE) {
    const ids = over.slice(start, start + PAGE).map(({ id }) => id)
    const read = { read_at: now.toISOString(), push_at: null, mail_at: null }
    await trx.updateTable('notices').set(read).where('id', 'in', ids).where('read_at', 'is', null).execute()
    await giveWay()
  }
}

import { randomUUID } from 'node:crypto'
import { wants } from '#domain/notices/choices.ts'
import type { News, Settled } from '#domain/notices/compare.ts'
import type { Known } from '#domain/notices/known.ts'
import { type About, type NoticeKind, toNoticeName, toNoticeNames } from '#domain/notices/notice.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Db } from '../db/engine.ts'
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

/** One notice for each user and subject, also if it is about several people of their party. */
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
  return [...notices.values()].map(({ isOwn, others, about, ...notice }) => ({
    ...notice,
    about: isOwn || others.length === 0 ? about : { ...about, names: toNoticeNames(others) },
  }))
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

/** What comes together is sent together. */
const PUSH_DELAY_MS = 20_000
/** Who reads it in the app or as a push meanwhile gets no mail. */
const MAIL_DELAY_MS = 10 * 60_000
/** The same thing is not urgent again within this: people who change it on and on would push on and on. */
const URGENT_PAUSE_MS = 10 * 60_000

/** Stores notices, and when they may be sent. @returns the users who have new ones */
export async function storeNotices(
  trx: Db,
  tripId: string,
  notices: readonly NewNotice[],
  now: Date,
): Promise<string[]> {
  if (notices.length === 0) return []
  const userIds = [...new Set(notices.map(({ user_id }) => user_id))]
  const choicesOf = await loadChoices(trx, tripId, userIds)
  const existing = await trx
    .selectFrom('notices')
    .selectAll()
    .where('trip_id', '=', tripId)
    .where('user_id', 'in', userIds)
    .where('subject', 'in', [...new Set(notices.map(({ subject }) => subject))])
    .execute()
  const before = new Map(existing.map((row) => [`${row.user_id} ${row.kind} ${row.subject}`, row]))
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const rows = notices.flatMap(({ has_mail, about, ...notice }) => {
    const { user_id, kind, subject } = notice
    const was = before.get(`${user_id} ${kind} ${subject}`)
    // A removed announcement that comes back is the same.
    if (was && kind === 'announcement') return []
    const isAgain = was !== undefined && Date.parse(was.created_at) > now.getTime() - URGENT_PAUSE_MS
    const is_urgent = notice.is_urgent && !(isAgain && was.is_urgent)
    const { choices = {}, is_off = false } = choicesOf.get(user_id) ?? {}
    const isPushed = !is_off && wants(choices, kind, 'push')
    const isMailed = !is_off && has_mail && wants(choices, kind, 'mail')
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
        push_at: isPushed ? after(is_urgent ? 0 : PUSH_DELAY_MS) : null,
        mail_at: isMailed ? after(is_urgent ? 0 : MAIL_DELAY_MS) : null,
      },
    ]
  })
  for (let start = 0; start < rows.length; start += INSERT_PAGE)
    await trx
      .insertInto('notices')
      .values(rows.slice(start, start + INSERT_PAGE))
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
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** SQLite takes a limited number of values in a statement. */
const INSERT_PAGE = 100

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

/** What has been answered or done is no news any more, unless it is still open for somebody else of the party. */
export async function settleNotices(
  trx: Db,
  tripId: string,
  settled: readonly Settled[],
  { people, members, known, now }: Remaining,
): Promise<void> {
  if (settled.length === 0) return
  const usersOf = findUsers({ people, members })
  const open = new Set(
    Object.entries(known.people).flatMap(([person, concerns]) =>
      Object.keys(concerns).flatMap((key) => usersOf(person).map(({ user_id }) => `${user_id} ${key}`)),
    ),
  )
  const byKey = new Map<string, Set<string>>()
  for (const { person, key } of settled)
    for (const { user_id } of usersOf(person))
      if (!open.has(`${user_id} ${key}`)) byKey.set(key, (byKey.get(key) ?? new Set()).add(user_id))
  for (const [key, userIds] of byKey)
    await trx
      .updateTable('notices')
      .set({ read_at: now.toISOString(), push_at: null, mail_at: null })
      .where('trip_id', '=', tripId)
      .where('user_id', 'in', [...userIds])
      .where((eb) => eb.or([eb('subject', '=', key), eb('subject', 'like', `${key}/%`)]))
      .where('read_at', 'is', null)
      .execute()
}

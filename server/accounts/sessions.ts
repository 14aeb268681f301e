import { LRUCache } from 'lru-cache'
import { REFRESH_SECONDS, SESSION_DAYS, SESSION_MINUTES } from '#domain/api/auth.ts'
import { isGuest, type User } from '#domain/person.ts'
import type { Db } from '../db/engine.ts'
import { userColumns } from './profiles.ts'
import { hashOf, newSecret } from './secret.ts'

export interface Session {
  /** What is stored of its token, which only the person's browser has. */
  key: string
  user: User
  expiresAt: Date
  /** Until when it can be extended. */
  endsAt: Date
  /** When it was last extended on the disk. */
  extendedAt: Date
  /** Whether it began with a link that somebody else made for the guest. */
  isHelped: boolean
}

/** A session that was just checked is not looked up again for this long; ended by a process that is not heard, it lives on so long here. */
const CHECKED_FOR_MS = 5000
const SESSION_MS = SESSION_MINUTES * 60_000
const DAY_MS = 24 * 60 * 60_000
/** A guest has nothing to sign in again with: their session has no end that they would see. */
const GUEST_SESSION_MS = 10 * 365 * DAY_MS
/** A guest's is extended this seldom. */
const GUEST_REFRESH_MS = DAY_MS

type SessionPerson = Pick<User, 'id' | 'email'>
const lengthFor = (person: SessionPerson) => (isGuest(person) ? GUEST_SESSION_MS : SESSION_MS)

/** How long a session lives without activity that was just opened, in seconds. */
export const sessionSeconds = (person: SessionPerson) => lengthFor(person) / 1000

/** When a session ends that is opened now. */
export function sessionEnd(person: SessionPerson, now: Date): string {
  return new Date(now.getTime() + lengthFor(person)).toISOString()
}

/** Opens a session and answers its token: 32 random characters, which only the person's browser is given. */
export async function openSession(
  db: Db,
  person: SessionPerson,
  now: Date,
  { byLink = false, isHelped = false } = {},
): Promise<string> {
  const token = newSecret()
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      user_id: person.id,
      expires_at: sessionEnd(person, now),
      created_at: now.toISOString(),
      extended_at: now.toISOString(),
      by_link: byLink,
      by_help: isHelped,
    })
    .execute()
  return token
}

/**
 * Ends the sessions that began with a person's link, but for one of them, and the code that was made in one. Answers their keys, for
 * `noteEnded` once that is committed.
 */
export async function endSessionsByLink(db: Db, personId: string, except: string): Promise<string[]> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', personId)
    .where('by_link', '=', true)
    .where('token_hash', '!=', except)
    .returning('token_hash')
    .execute()
  await db.deleteFrom('device_codes').where('user_id', '=', personId).where('by_link', '=', true).execute()
  return ended.map(({ token_hash }) => token_hash)
}

/**
 * The sessions of everybody. They end after 30 minutes in which nobody extended them, a guest's after years.
 * @param clock the current time
 */
export class Sessions {
  readonly #checked = new LRUCache<string, Session>({ max: 10_000, ttl: CHECKED_FOR_MS })
  readonly #db: Db
  readonly #clock: () => Date
  readonly #endListeners = new Set<(key: string) => void>()

  constructor(db: Db, clock: () => Date) {
    this.#db = db
    this.#clock = clock
  }

  /** Calls `listener` with the key of every session that is ended in this process. */
  onEnd(listener: (key: string) => void): void {
    this.#endListeners.add(listener)
  }

  /** The session of a token, with its person, unless it has ended or the person has no profile. */
  async find(token: string): Promise<Session | undefined> {
    return this.findByKey(hashOf(token))
  }

  /** As `find`, for what holds on to a session. */
  async findByKey(key: string): Promise<Session | undefined> {
    const session = this.#checked.get(key) ?? (await this.#load(key))
    return session && session.expiresAt > this.#clock() ? session : undefined
  }

  /**
   * Starts the 30 minutes anew, on the disk at most once a minute, until `SESSION_DAYS` have passed; of a guest the years, once a day.
   * @param isOnOwnDevice its device keeps a trip: the 30 minutes do not count there
   */
  async extend(session: Session, isOnOwnDevice = false): Promise<Session> {
    const { key, user, expiresAt, endsAt, extendedAt } = session
    const now = this.#clock()
    const length = isOnOwnDevice ? Number.POSITIVE_INFINITY : lengthFor(user)
    const later = new Date(Math.min(now.getTime() + length, endsAt.getTime()))
    const often = isGuest(user) ? GUEST_REFRESH_MS : REFRESH_SECONDS * 1000
    // A device that keeps nothing any more has the 30 minutes again.
    const isOther = Math.abs(later.getTime() - expiresAt.getTime()) >= often
    if (!isOther && now.getTime() - extendedAt.getTime() < often) return session
    const row = { expires_at: later.toISOString(), extended_at: now.toISOString() }
    await this.#db.updateTable('sessions').set(row).where('token_hash', '=', key).execute()
    this.#checked.delete(key)
    return { ...session, expiresAt: later, extendedAt: now }
  }

  /** Ends a session. Ending one that has ended already is no failure. */
  async end(token: string): Promise<void> {
    const key = hashOf(token)
    await this.#db.deleteFrom('sessions').where('token_hash', '=', key).execute()
    this.noteEnded([key])
  }

  /** Tells of sessions whose rows are gone. */
  noteEnded(keys: readonly string[]): void {
    for (const key of keys) {
      this.#checked.delete(key)
      for (const listener of this.#endListeners) listener(key)
    }
  }

  /** A session may have ended in another process: it is looked up anew. */
  noteEndedElsewhere(key: string): void {
    this.#checked.delete(key)
  }

  /** Somebody has become somebody else in part: their sessions are looked up anew. */
  noteChanged(personId: string): void {
    for (const [key, { user }] of this.#checked) if (user.id === personId) this.#checked.delete(key)
  }

  /** Removes the rows of sessions that have ended. */
  async sweep(): Promise<void> {
    await this.#db.deleteFrom('sessions').where('expires_at', '<=', this.#clock().toISOString()).execute()
  }

  async #load(key: string): Promise<Session | undefined> {
    const row = await this.#db
      .selectFrom('sessions')
      .innerJoin('profiles', 'profiles.id', 'sessions.user_id')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'sessions.expires_at',
        'sessions.extended_at',
        'sessions.created_at as opened_at',
        'sessions.by_help',
        ...userColumns,
      ])
      .where('sessions.token_hash', '=', key)
      .executeTakeFirst()
    if (!row) return undefined
    const { expires_at, extended_at, opened_at, by_help: isHelped, ...user } = row
    const most = isGuest(user) ? GUEST_SESSION_MS : SESSION_DAYS * DAY_MS
    const endsAt = new Date(Date.parse(opened_at) + most)
    const session = { key, user, expiresAt: new Date(expires_at), endsAt, extendedAt: new Date(extended_at), isHelped }
    this.#checked.set(key, session)
    return session
  }
}

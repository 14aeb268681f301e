import { LRUCache } from 'lru-cache'
import { REFRESH_SECONDS, SESSION_DAYS, SESSION_MINUTES } from '#domain/api/auth.ts'
import { isGuest, type User } from '#domain/person.ts'
import type { Db } from '../db/engine.ts'
import { userColumns } from './profiles.ts'
import { removeSubscriptionsOfSessions } from './push-subscriptions.ts'
import { hashOf, newSecret } from './secret.ts'

export interface Session {
  /** The hash of its token. Only the user's browser has the token. */
  key: string
  user: User
  expiresAt: Date
  /** The latest time to which it can be extended. */
  endsAt: Date
  extendedAt: Date
  /** Whether it began with a link that somebody else made for the guest. */
  isHelped: boolean
  /** Whether it began with the guest's personal link, their own or one that an organizer made. */
  isByLink: boolean
}

/**
 * How long a checked session is cached. If another process ends it and the message is lost, it lives this much longer
 * here.
 */
const CACHE_MS = 5000
const SESSION_MS = SESSION_MINUTES * 60_000
const DAY_MS = 24 * 60 * 60_000
/** Guests have nothing to sign in with again, so their sessions do not end in practice. */
const GUEST_SESSION_MS = 10 * 365 * DAY_MS
const GUEST_REFRESH_MS = DAY_MS

type SessionPerson = Pick<User, 'id' | 'email'>
const lifetimeOf = (person: SessionPerson) => (isGuest(person) ? GUEST_SESSION_MS : SESSION_MS)

/** Lifetime of a new session without activity, in seconds. */
export const sessionSeconds = (person: SessionPerson) => lifetimeOf(person) / 1000

export function sessionEnd(person: SessionPerson, now: Date): string {
  return new Date(now.getTime() + lifetimeOf(person)).toISOString()
}

/** Opens a session and returns its token: 32 random characters, which only the user's browser gets. */
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
 * Ends the sessions that began with a user's personal link, except one, and the device code and the passkeys that were
 * made in them. Returns their keys, for the caller to report after the commit.
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
  // Rows with null don't match: those passkeys were not added through the link.
  await db.deleteFrom('passkeys').where('user_id', '=', personId).where('link_session', '!=', except).execute()
  const keys = ended.map(({ token_hash }) => token_hash)
  await removeSubscriptionsOfSessions(db, keys)
  return keys
}

/** The sessions of all users. They expire after 30 minutes of inactivity, a guest's after years. */
export class Sessions {
  readonly #cache = new LRUCache<string, Session>({ max: 10_000, ttl: CACHE_MS })
  readonly #db: Db
  readonly #clock: () => Date
  readonly #endListeners = new Set<(key: string) => void>()

  constructor(db: Db, clock: () => Date) {
    this.#db = db
    this.#clock = clock
  }

  /** Calls `listener` with the key of every session that ends in this process. */
  onEnd(listener: (key: string) => void): void {
    this.#endListeners.add(listener)
  }

  /** The session of a token. Undefined if it has expired, or if the user has no profile. */
  async find(token: string): Promise<Session | undefined> {
    return this.findByKey(hashOf(token))
  }

  async findByKey(key: string): Promise<Session | undefined> {
    const session = this.#cache.get(key) ?? (await this.#load(key))
    return session && session.expiresAt > this.#clock() ? session : undefined
  }

  /**
   * Extends a session by 30 minutes from now, a guest's by years, but not beyond `endsAt`. Writes to the database at
   * most once a minute, for guests once a day.
   * @param isOnOwnDevice the device has an offline copy, so the 30 minutes do not apply
   */
  async extend(session: Session, isOnOwnDevice = false): Promise<Session> {
    const { key, user, expiresAt, endsAt, extendedAt } = session
    const now = this.#clock()
    const lifetime = isOnOwnDevice ? Number.POSITIVE_INFINITY : lifetimeOf(user)
    const newExpiry = new Date(Math.min(now.getTime() + lifetime, endsAt.getTime()))
    const interval = isGuest(user) ? GUEST_REFRESH_MS : REFRESH_SECONDS * 1000
    // A device that no longer has an offline copy gets the 30 minutes back.
    const changesExpiry = Math.abs(newExpiry.getTime() - expiresAt.getTime()) >= interval
    if (!changesExpiry && now.getTime() - extendedAt.getTime() < interval) return session
    const row = { expires_at: newExpiry.toISOString(), extended_at: now.toISOString() }
    await this.#db.updateTable('sessions').set(row).where('token_hash', '=', key).execute()
    this.#cache.delete(key)
    return { ...session, expiresAt: newExpiry, extendedAt: now }
  }

  /**
   * Ends a session. Does nothing if it has already ended.
   * @param keepsPushes whether its browser goes on getting pushes: nobody has asked to be signed out
   */
  async end(token: string, { keepsPushes = false } = {}): Promise<void> {
    const key = hashOf(token)
    await this.#db.deleteFrom('sessions').where('token_hash', '=', key).execute()
    if (!keepsPushes) await removeSubscriptionsOfSessions(this.#db, [key])
    this.notifyEnded([key])
  }

  /** Reports sessions whose rows are deleted. */
  notifyEnded(keys: readonly string[]): void {
    for (const key of keys) {
      this.#cache.delete(key)
      for (const listener of this.#endListeners) listener(key)
    }
  }

  /** A session may have ended in another process, so it is loaded again. */
  invalidate(key: string): void {
    this.#cache.delete(key)
  }

  /** A user has changed, so their sessions are loaded again. */
  invalidateUser(personId: string): void {
    for (const [key, { user }] of this.#cache) if (user.id === personId) this.#cache.delete(key)
  }

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
        'sessions.by_link',
        ...userColumns,
      ])
      .where('sessions.token_hash', '=', key)
      .executeTakeFirst()
    if (!row) return undefined
    const { expires_at, extended_at, opened_at, by_help: isHelped, by_link: isByLink, ...user } = row
    const maxLifetime = isGuest(user) ? GUEST_SESSION_MS : SESSION_DAYS * DAY_MS
    // What was stored while the clock was ahead counts as stored now: it lasts no longer than from now.
    const now = this.#clock().getTime()
    const pastOrNow = (time: string) => Math.min(Date.parse(time), now)
    const endsAt = new Date(pastOrNow(opened_at) + maxLifetime)
    const expiresAt = new Date(Math.min(Date.parse(expires_at), endsAt.getTime()))
    const session = { key, user, expiresAt, endsAt, extendedAt: new Date(pastOrNow(extended_at)), isHelped, isByLink }
    this.#cache.set(key, session)
    return session
  }
}

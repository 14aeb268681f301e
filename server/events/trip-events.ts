import type { Logger } from 'pino'
import { canOpenTrip } from '#domain/access.ts'
import {
  type ChangeEvent,
  ENDED,
  MAX_EVENT_BYTES,
  MAX_PEOPLE,
  NOTICES,
  toPersonHere,
  type VersionsEvent,
} from '#domain/api/events.ts'
import type { NamedUser } from '#domain/person.ts'
import type { Session, Sessions } from '../accounts/sessions.ts'
import type { Db } from '../db/engine.ts'
import type { PlanStore } from '../plan/plan-store.ts'
import { loadTripFor, requireTrip } from '../trips/trips.ts'
import type { Channel } from './channel.ts'
import { EventStream, encodeEvent, encodeRetry, heartbeat } from './event-stream.ts'
import { Presence } from './presence.ts'

const HEARTBEAT_MS = 25_000
const RETRY_MS = 2000
const GRACE_MS = 5000
/**
 * Five minutes. The server does not notice a phone that loses its network, so it counts as present until its stream
 * ends.
 */
const LAST_HEARTBEAT = 12
/** So many users fit into a message between processes: see `MAX_EVENT_BYTES`. */
const MAX_NAMED_USERS = 100
/** Maximum number of open streams per user and process. */
export const STREAMS_PER_PERSON = 20

interface Reader {
  tripId: string
  session: Pick<Session, 'key' | 'user'>
  stream: EventStream
  /** The list of people that was last sent to this reader. */
  sentPeople: string | undefined
}

export interface TripEventsOptions {
  db: Db
  plan: PlanStore
  sessions: Sessions
  log: Logger
  /** Connects to the app's other processes; undefined if there are none. */
  channel: Channel | undefined
  heartbeatMs?: number
  graceMs?: number
}

/*
 * The live events of all trips.
 * Job: everybody who has a trip open learns at once what has changed in it, in any process, and who else is there.
 * Invariants: a stream starts with versions that are loaded after it has joined, so nothing is missed in between. They
 *   are sent again whenever messages may have been missed. A stream outlives its session, or its user's access, by one
 *   heartbeat at most. Events contain mutations, and go only to people who may open the trip.
 * Failure: events may be lost, but not the catching up: clients compare versions when they reconnect. A stream that
 *   cannot be served is closed, and its browser opens another.
 */
export class TripEvents {
  readonly #options: TripEventsOptions
  readonly #heartbeatMs: number
  readonly #presence: Presence
  readonly #byTrip = new Map<string, Set<Reader>>()
  /** In the order in which they were opened. */
  readonly #byPerson = new Map<string, Set<Reader>>()
  #isClosed = false
  #openStreams = 0

  constructor(options: TripEventsOptions) {
    this.#options = options
    this.#heartbeatMs = options.heartbeatMs ?? HEARTBEAT_MS
    this.#presence = new Presence({
      notify: (tripId) => this.#sendPeople(tripId, this.#byTrip.get(tripId) ?? []),
      send: (message) => options.channel?.send(message),
      graceMs: options.graceMs ?? GRACE_MS,
      repeatMs: this.#heartbeatMs,
    })
    options.sessions.onEnd((key) => {
      this.#closeSession(key)
      options.channel?.send({ kind: 'ended', key })
    })
    options.plan.onChange((tripId, change) => this.#publish(tripId, change))
  }

  get openStreams(): number {
    return this.#openStreams
  }

  /** Starts listening to the app's other processes. Otherwise this happens with the first stream. */
  join(): void {
    this.#options.channel?.listen({
      receive: (message, from) => {
        if (message.kind === 'change') this.#sendChange(message.tripId, message.change)
        else if (message.kind === 'people') this.#presence.receive(message, from)
        else if (message.kind === 'notices') this.#sendNotices(message.tripId, message.userIds)
        else if (message.kind === 'ended') {
          this.#options.sessions.invalidate(message.key)
          this.#closeSession(message.key)
        } else this.#presence.forget(from)
      },
      resume: () => this.#resume(),
    })
  }

  /** Opens a stream for somebody who may open the trip. Returns the body of the response. */
  open(session: Session, tripId: string): ReadableStream<Uint8Array<ArrayBuffer>> {
    this.#openStreams += 1
    const stream = new EventStream(() => {
      this.#openStreams -= 1
      clearInterval(heartbeatTimer)
      leave()
      remove(this.#byTrip, tripId, reader)
      remove(this.#byPerson, session.user.id, reader)
    })
    const reader: Reader = { tripId, session, stream, sentPeople: undefined }
    this.#makeRoom(session.user.id)
    add(this.#byTrip, tripId, reader)
    add(this.#byPerson, session.user.id, reader)
    const leave = this.#presence.enter(tripId, toPersonHere(session.user))
    let beats = 0
    const heartbeatTimer = setInterval(() => {
      beats += 1
      if (beats < LAST_HEARTBEAT) void this.#beat(reader)
      else stream.close()
    }, this.#heartbeatMs).unref()
    if (this.#isClosed) {
      stream.close()
      return stream.body
    }

    this.join()
    stream.write(encodeRetry(RETRY_MS))
    void this.#sendVersions(tripId, [reader])
    this.#sendPeople(tripId, [reader])
    return stream.body
  }

  /**
   * Publishes a change of the trip itself, such as its name or its people's roles. Call it after the commit.
   * @param by the author; null for the app itself
   */
  publishTrip(tripId: string, by: NamedUser | null): void {
    this.#publish(tripId, { part: 'trip', version: null, by: by && toPersonHere(by) })
  }

  /** Tells those of a trip's users who have it open that they have new notices. */
  publishNotices(tripId: string, userIds: readonly string[]): void {
    this.#sendNotices(tripId, userIds)
    for (let from = 0; from < userIds.length; from += MAX_NAMED_USERS)
      this.#options.channel?.send({ kind: 'notices', tripId, userIds: userIds.slice(from, from + MAX_NAMED_USERS) })
  }

  #sendNotices(tripId: string, userIds: readonly string[]): void {
    const users = new Set(userIds)
    for (const { session, stream } of [...(this.#byTrip.get(tripId) ?? [])])
      if (users.has(session.user.id)) stream.write(encodeEvent(NOTICES, {}))
  }

  /** Reports a change to everybody who has the trip open, in all processes. */
  #publish(tripId: string, change: ChangeEvent): void {
    const { channel } = this.#options
    if (!channel && !this.#byTrip.has(tripId)) return
    const published = withoutLargeEffects(change)
    this.#sendChange(tripId, published)
    channel?.send({ kind: 'change', tripId, change: published })
  }

  /** Publishes a change of the documents. A failure is only logged. */
  async publishDocuments(tripId: string, by: NamedUser): Promise<void> {
    try {
      const { documents } = await this.#options.plan.listVersions(tripId)
      this.#publish(tripId, { part: 'documents', version: documents, by: toPersonHere(by) })
    } catch (err) {
      this.#options.log.warn({ err, tripId }, 'change of the documents could not be published')
    }
  }

  /** Ends all streams at once. Resolves when the other processes know. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const readers of [...this.#byTrip.values()]) for (const { stream } of [...readers]) stream.close()
    this.#presence.close()
    await this.#options.channel?.close()
  }

  #sendChange(tripId: string, change: ChangeEvent): void {
    const readers = this.#byTrip.get(tripId)
    if (!readers) return
    const bytes = encodeEvent('change', change)
    for (const { stream } of [...readers]) stream.write(bytes)
    // The change may affect who may open the trip.
    if (change.part === 'trip') void this.#sendVersions(tripId, [...readers])
  }

  async #sendVersions(tripId: string, readers: Reader[]): Promise<void> {
    const { db, plan, log } = this.#options
    try {
      const [tripFor, versions] = await Promise.all([loadTripFor(db, tripId), plan.listVersions(tripId)])
      for (const { session, stream } of readers) {
        const { role, is_public, members_edit, taken, picture } = tripFor(session.user)
        if (role === null) stream.close()
        else
          stream.write(
            encodeEvent('versions', {
              versions,
              is_public,
              role,
              members_edit,
              taken,
              picture,
            } satisfies VersionsEvent),
          )
      }
    } catch (err) {
      log.warn({ err, tripId }, 'versions could not be sent')
      for (const { stream } of readers) stream.close()
    }
  }

  #sendPeople(tripId: string, readers: Iterable<Reader>): void {
    const everybody = this.#presence.list(tripId)
    for (const reader of [...readers]) {
      const people = everybody.filter(({ id }) => id !== reader.session.user.id).slice(0, MAX_PEOPLE)
      const text = JSON.stringify(people)
      if (text === reader.sentPeople) continue
      reader.sentPeople = text
      reader.stream.write(encodeEvent('people', { people }))
    }
  }

  /** Does not renew the session. If access cannot be checked, the next heartbeat tries again. */
  async #beat({ tripId, session, stream }: Reader): Promise<void> {
    const { db, sessions, log } = this.#options
    try {
      const current = await sessions.findByKey(session.key)
      if (!current || !canOpenTrip(await requireTrip(db, tripId, current.user))) stream.close()
    } catch (err) {
      if ((err as { code?: string }).code === 'trip_not_found') stream.close()
      else log.warn({ err, tripId }, 'access of an event stream could not be checked')
    }
    stream.write(heartbeat)
  }

  /** Messages of other processes may have been missed. */
  #resume(): void {
    for (const [tripId, readers] of this.#byTrip) void this.#sendVersions(tripId, [...readers])
    this.#presence.requestAll()
  }

  #closeSession(key: string): void {
    for (const readers of [...this.#byPerson.values()]) {
      for (const { session, stream } of [...readers]) {
        if (session.key !== key) continue
        stream.write(encodeEvent(ENDED, {}))
        stream.close()
      }
    }
  }

  /** A user who opens one stream too many loses the oldest. */
  #makeRoom(personId: string): void {
    const readers = this.#byPerson.get(personId)
    if (!readers || readers.size < STREAMS_PER_PERSON) return
    const [oldest] = readers
    oldest?.stream.write(encodeEvent(ENDED, {}))
    oldest?.stream.close()
  }
}

/** The change, without its effects if they are too large for one event. */
function withoutLargeEffects(change: ChangeEvent): ChangeEvent {
  if (!change.effects || Buffer.byteLength(JSON.stringify(change)) < MAX_EVENT_BYTES) return change
  const { effects: _, ...rest } = change
  return rest
}

function add<Key>(readers: Map<Key, Set<Reader>>, key: Key, reader: Reader): void {
  const known = readers.get(key)
  if (known) known.add(reader)
  else readers.set(key, new Set([reader]))
}

function remove<Key>(readers: Map<Key, Set<Reader>>, key: Key, reader: Reader): void {
  const known = readers.get(key)
  known?.delete(reader)
  if (known?.size === 0) readers.delete(key)
}

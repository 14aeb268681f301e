import { MAX_EVENT_BYTES, MAX_PEOPLE, type PersonHere } from '#domain/api/events.ts'
import type { Message } from './channel.ts'

/** Changes within this time are published together. */
const PUBLISH_DELAY_MS = 100

interface OpenTrip {
  /** Who has the trip open here, each with the number of their streams. */
  here: Map<string, { person: PersonHere; streams: number }>
  /** Who has it open in other processes, by process, and until when this is valid. */
  elsewhere: Map<string, { people: PersonHere[]; until: number }>
  /** What the other processes have not been sent yet; `asking` also requests their lists. */
  unsent: 'nothing' | 'people' | 'asking'
  timer: ReturnType<typeof setTimeout> | undefined
}

interface PresenceOptions {
  /** Called when the list of a trip has changed. */
  notify: (tripId: string) => void
  /** Sends to the other processes, if there are any. */
  send: (message: Message) => void
  /** Somebody who comes back within this time was never away: a page is reloaded, or a stream replaced. */
  graceMs: number
  /** Processes repeat their lists this often. A list expires after three missed repeats. */
  repeatMs: number
}

/*
 * Who has which trip open.
 * Job: one list per trip over all processes, with each person once.
 * Invariants: each process reports only its own streams. It stores the lists of others only for trips that are open
 *   here.
 * Failure: the list of a process that dies without notice expires after three repeats.
 */
export class Presence {
  readonly #trips = new Map<string, OpenTrip>()
  readonly #options: PresenceOptions
  readonly #repeating: ReturnType<typeof setInterval>

  constructor(options: PresenceOptions) {
    this.#options = options
    this.#repeating = setInterval(() => this.#repeat(), options.repeatMs).unref()
  }

  /** Adds a stream. Returns a function to call once when the stream is closed. */
  enter(tripId: string, person: PersonHere): () => void {
    const trip = this.#trips.get(tripId) ?? this.#begin(tripId)
    const known = trip.here.get(person.id)
    if (known) known.streams += 1
    else {
      trip.here.set(person.id, { person, streams: 1 })
      if (trip.unsent === 'nothing') trip.unsent = 'people'
      this.#schedule(tripId, trip)
    }
    return () => void setTimeout(() => this.#leave(tripId, person.id), this.#options.graceMs).unref()
  }

  /** Everybody who has the trip open, by name. */
  list(tripId: string): PersonHere[] {
    const { here, elsewhere } = this.#trips.get(tripId) ?? {}
    const people = [...(here?.values() ?? [])].map(({ person }) => person)
    for (const other of elsewhere?.values() ?? []) people.push(...other.people)
    const unique = new Map(people.map((person) => [person.id, person]))
    return [...unique.values()].sort((one, two) => one.name.localeCompare(two.name) || (one.id < two.id ? -1 : 1))
  }

  /** Another process has sent its list. */
  receive({ tripId, people, ask }: Extract<Message, { kind: 'people' }>, from: string): void {
    const trip = this.#trips.get(tripId)
    if (!trip) return
    if (people.length === 0) trip.elsewhere.delete(from)
    else trip.elsewhere.set(from, { people, until: performance.now() + 3 * this.#options.repeatMs })
    if (ask && trip.unsent === 'nothing') trip.unsent = 'people'
    this.#schedule(tripId, trip)
  }

  /** Another process stops. Its people reconnect to this one or another. */
  forget(from: string): void {
    for (const { elsewhere } of this.#trips.values()) {
      const other = elsewhere.get(from)
      if (other) other.until = performance.now() + this.#options.graceMs
    }
    setTimeout(() => this.#expire(), this.#options.graceMs + 1).unref()
  }

  /** Requests the lists of the other processes again, because messages may have been missed. */
  requestAll(): void {
    for (const [tripId, trip] of this.#trips) {
      trip.unsent = 'asking'
      this.#schedule(tripId, trip)
    }
  }

  close(): void {
    clearInterval(this.#repeating)
    for (const { timer } of this.#trips.values()) clearTimeout(timer)
    this.#trips.clear()
    this.#options.send({ kind: 'gone' })
  }

  #begin(tripId: string): OpenTrip {
    const trip: OpenTrip = { here: new Map(), elsewhere: new Map(), unsent: 'asking', timer: undefined }
    this.#trips.set(tripId, trip)
    return trip
  }

  #leave(tripId: string, id: string): void {
    const trip = this.#trips.get(tripId)
    const known = trip?.here.get(id)
    if (!trip || !known) return
    known.streams -= 1
    if (known.streams > 0) return
    trip.here.delete(id)
    if (trip.unsent === 'nothing') trip.unsent = 'people'
    if (trip.here.size > 0) {
      this.#schedule(tripId, trip)
    } else {
      clearTimeout(trip.timer)
      this.#send(tripId, trip)
      this.#trips.delete(tripId)
    }
  }

  #schedule(tripId: string, trip: OpenTrip): void {
    trip.timer ??= setTimeout(() => {
      trip.timer = undefined
      this.#send(tripId, trip)
      this.#options.notify(tripId)
    }, PUBLISH_DELAY_MS).unref()
  }

  #send(tripId: string, trip: OpenTrip): void {
    if (trip.unsent === 'nothing') return
    const people = limitBytes([...trip.here.values()].map(({ person }) => person).slice(0, MAX_PEOPLE))
    this.#options.send({ kind: 'people', tripId, people, ask: trip.unsent === 'asking' })
    trip.unsent = 'nothing'
  }

  #repeat(): void {
    this.#expire()
    for (const [tripId, trip] of this.#trips) {
      if (trip.unsent === 'nothing') trip.unsent = 'people'
      this.#send(tripId, trip)
    }
  }

  #expire(): void {
    const now = performance.now()
    for (const [tripId, trip] of this.#trips) {
      for (const [from, { until }] of trip.elsewhere) {
        if (until > now) continue
        trip.elsewhere.delete(from)
        this.#schedule(tripId, trip)
      }
    }
  }
}

/** As many people as fit into one message between processes: thirty long names may not. */
function limitBytes(people: PersonHere[]): PersonHere[] {
  const isTooLarge = Buffer.byteLength(JSON.stringify(people)) > MAX_EVENT_BYTES
  return isTooLarge ? limitBytes(people.slice(0, -1)) : people
}

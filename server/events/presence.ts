import { MAX_PEOPLE, type PersonHere } from '#domain/api/events.ts'
import type { Message } from './channel.ts'

/** Several who come or go in one moment are told of together. */
const GATHER_MS = 100

interface Open {
  /** Who has the trip open here, each with the number of their streams. */
  here: Map<string, { person: PersonHere; streams: number }>
  /** Who has it open at other processes, by process, and until when that is believed. */
  elsewhere: Map<string, { people: PersonHere[]; until: number }>
  /** What the other processes are still to be told; `asking` has them answer. */
  unsaid: 'nothing' | 'people' | 'asking'
  timer: ReturnType<typeof setTimeout> | undefined
}

interface PresenceOptions {
  /** The list of a trip has changed. */
  notify: (tripId: string) => void
  /** Sends to the other processes, where there are any. */
  send: (message: Message) => void
  /** Somebody who comes back within this time has not been away: a page that is reloaded, a stream that is replaced. */
  graceMs: number
  /** Processes tell of their people this often, and are not believed once they have failed to three times. */
  repeatMs: number
}

/*
 * Who has which trip open.
 * Job: one list per trip, each person once, over all processes.
 * Invariants: each process speaks for its own streams alone; it remembers others' people only for trips that are open here.
 * Failure: a process that is gone without a word is forgotten when it has been silent for three repeats.
 */
export class Presence {
  readonly #trips = new Map<string, Open>()
  readonly #options: PresenceOptions
  readonly #repeating: ReturnType<typeof setInterval>

  constructor(options: PresenceOptions) {
    this.#options = options
    this.#repeating = setInterval(() => this.#repeat(), options.repeatMs).unref()
  }

  /** Somebody has opened a stream. Answers the function that says that it is closed, to be called once. */
  enter(tripId: string, { id, username }: PersonHere): () => void {
    const trip = this.#trips.get(tripId) ?? this.#begin(tripId)
    const known = trip.here.get(id)
    if (known) known.streams += 1
    else {
      trip.here.set(id, { person: { id, username }, streams: 1 })
      if (trip.unsaid === 'nothing') trip.unsaid = 'people'
      this.#gather(tripId, trip)
    }
    return () => void setTimeout(() => this.#leave(tripId, id), this.#options.graceMs).unref()
  }

  /** Everybody who has the trip open, by name. */
  list(tripId: string): PersonHere[] {
    const { here, elsewhere } = this.#trips.get(tripId) ?? {}
    const people = [...(here?.values() ?? [])].map(({ person }) => person)
    for (const other of elsewhere?.values() ?? []) people.push(...other.people)
    const once = new Map(people.map((person) => [person.id, person]))
    return [...once.values()].sort((one, two) => one.username.localeCompare(two.username) || (one.id < two.id ? -1 : 1))
  }

  /** Another process has told who is there. */
  receive({ tripId, people, ask }: Extract<Message, { kind: 'people' }>, from: string): void {
    const trip = this.#trips.get(tripId)
    if (!trip) return
    if (people.length === 0) trip.elsewhere.delete(from)
    else trip.elsewhere.set(from, { people, until: performance.now() + 3 * this.#options.repeatMs })
    if (ask && trip.unsaid === 'nothing') trip.unsaid = 'people'
    this.#gather(tripId, trip)
  }

  /** Another process stops; its people come back to this one or the next. */
  forget(from: string): void {
    for (const { elsewhere } of this.#trips.values()) {
      const other = elsewhere.get(from)
      if (other) other.until = performance.now() + this.#options.graceMs
    }
    setTimeout(() => this.#expire(), this.#options.graceMs + 1).unref()
  }

  /** Asks the other processes anew: messages may have been missed. */
  requestAll(): void {
    for (const [tripId, trip] of this.#trips) {
      trip.unsaid = 'asking'
      this.#gather(tripId, trip)
    }
  }

  close(): void {
    clearInterval(this.#repeating)
    for (const { timer } of this.#trips.values()) clearTimeout(timer)
    this.#trips.clear()
    this.#options.send({ kind: 'gone' })
  }

  #begin(tripId: string): Open {
    const trip: Open = { here: new Map(), elsewhere: new Map(), unsaid: 'asking', timer: undefined }
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
    if (trip.unsaid === 'nothing') trip.unsaid = 'people'
    if (trip.here.size > 0) {
      this.#gather(tripId, trip)
    } else {
      clearTimeout(trip.timer)
      this.#say(tripId, trip)
      this.#trips.delete(tripId)
    }
  }

  #gather(tripId: string, trip: Open): void {
    trip.timer ??= setTimeout(() => {
      trip.timer = undefined
      this.#say(tripId, trip)
      this.#options.notify(tripId)
    }, GATHER_MS).unref()
  }

  #say(tripId: string, trip: Open): void {
    if (trip.unsaid === 'nothing') return
    const people = [...trip.here.values()].map(({ person }) => person).slice(0, MAX_PEOPLE)
    this.#options.send({ kind: 'people', tripId, people, ask: trip.unsaid === 'asking' })
    trip.unsaid = 'nothing'
  }

  #repeat(): void {
    this.#expire()
    for (const [tripId, trip] of this.#trips) {
      if (trip.unsaid === 'nothing') trip.unsaid = 'people'
      this.#say(tripId, trip)
    }
  }

  #expire(): void {
    const now = performance.now()
    for (const [tripId, trip] of this.#trips) {
      for (const [from, { until }] of trip.elsewhere) {
        if (until > now) continue
        trip.elsewhere.delete(from)
        this.#gather(tripId, trip)
      }
    }
  }
}

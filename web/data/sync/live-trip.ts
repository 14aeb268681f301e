import type * as z from 'zod/mini'
import {
  type ChangeEvent,
  changeEvent,
  ENDED,
  NOTICES,
  type PersonHere,
  peopleEvent,
  type TripPart,
  type VersionsEvent,
  versionsEvent,
} from '#domain/api/events.ts'
import { AppError } from '#domain/errors.ts'
import type { EventStream, PlanTransport } from '../http/plan-transport.ts'
import { logFailure } from '../log.ts'
import type { PageEvents } from '../page-events.ts'
import type { PlanClient } from './plan-client.ts'

/*
 * The live events of the trip on screen.
 * Job: brings the trip up to date as soon as the server has something newer, and reports who else has it open.
 * Invariants: one stream while the page is visible, none while it is hidden. One request at a time, and none for this
 *   page's own saves or for an event that carries its effects. Every stream starts with the versions, so anything
 *   missed is fetched.
 * Failure: a broken stream is opened again, with growing pauses. If one is refused, the trip is fetched; if the user
 *   may no longer open it, the live events end.
 */

/** Changes by others are fetched at most this often. */
const FETCH_EVERY_MS = 250
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000
/** A silent connection is dead: the first event comes at once, then at least one every 25 s. */
const FIRST_WITHIN_MS = 15_000
const NEXT_WITHIN_MS = 40_000
/** A page hidden for this long closes its stream: browsers open few connections at once, shared by all tabs. */
const HIDDEN_MS = 3000
export const UPDATED_BY_SHOWN_MS = 15_000

export interface LiveState {
  /** Who else has the trip open. */
  others: readonly PersonHere[]
  /** Who else has just changed something. */
  updatedBy: PersonHere | undefined
  /** Whether the trip is up to date and receives changes as they happen. */
  isLive: boolean
}

type VersionedPart = Exclude<TripPart, 'trip'>

/** What live events need of the open plans: see plan-client.ts. */
export type LivePlans = Pick<
  PlanClient,
  | 'isOwn'
  | 'isKnown'
  | 'versionOf'
  | 'whenAnswered'
  | 'refresh'
  | 'receiveVersions'
  | 'receiveChange'
  | 'onReached'
  | 'onShared'
  | 'onNotices'
>

interface LiveTripParts {
  plans: LivePlans
  transport: Pick<PlanTransport, 'openEvents'>
  page: PageEvents
}

export class LiveTrip {
  readonly #tripId: string
  readonly #plans: LivePlans
  readonly #transport: LiveTripParts['transport']
  readonly #page: PageEvents
  readonly #listeners = new Set<() => void>()
  readonly #newest = new Map<VersionedPart, number>()
  #state: LiveState = { others: [], updatedBy: undefined, isLive: false }
  #stream: EventStream | undefined
  /** From a start to its stop. What an earlier run asked for must not change a later one. */
  #run: symbol | undefined
  #failures = 0
  #openTimer: ReturnType<typeof setTimeout> | undefined
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined
  #silenceTimer: ReturnType<typeof setTimeout> | undefined
  #updatedByTimer: ReturnType<typeof setTimeout> | undefined
  #fetchTimer: ReturnType<typeof setTimeout> | undefined
  #isTripChanged = false
  #hasChanges = false
  #isCatchingUp = false
  /** Whether the current stream has reported the versions. */
  #hasVersions = false
  /** Who made the changes that are not on screen yet. */
  #author: PersonHere | undefined
  #lastFetch = 0

  constructor(tripId: string, { plans, transport, page }: LiveTripParts) {
    this.#tripId = tripId
    this.#plans = plans
    this.#transport = transport
    this.#page = page
  }

  getState = (): LiveState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Listens until the returned function is called. */
  start(): () => void {
    this.#run = Symbol()
    const ends = [this.#page.on('visibilitychange', this.#onVisibilityChange), this.#page.on('online', this.#openNow)]
    this.#onVisibilityChange()
    return () => {
      this.#stop()
      for (const end of ends) end()
    }
  }

  #stop(): void {
    this.#run = undefined
    for (const timer of [this.#openTimer, this.#hiddenTimer, this.#updatedByTimer, this.#fetchTimer])
      clearTimeout(timer)
    this.#isCatchingUp = false
    this.#newest.clear()
    this.#author = undefined
    this.#close()
    this.#setState({ others: [], updatedBy: undefined })
  }

  #onVisibilityChange = (): void => {
    clearTimeout(this.#hiddenTimer)
    if (document.visibilityState === 'visible') this.#openNow()
    else {
      this.#hiddenTimer = setTimeout(() => {
        clearTimeout(this.#openTimer)
        this.#close()
      }, HIDDEN_MS)
    }
  }

  #openNow = (): void => {
    this.#failures = 0
    this.#open()
  }

  #open(): void {
    clearTimeout(this.#openTimer)
    if (!this.#run || this.#stream || document.visibilityState !== 'visible') return
    const stream = this.#transport.openEvents(this.#tripId, {
      onEvent: (name, data) => {
        this.#receive(name, data)
        this.#expectEvent(stream, NEXT_WITHIN_MS)
      },
      onBroken: (isRefused) => this.#onBroken(stream, isRefused),
    })
    this.#stream = stream
    this.#expectEvent(stream, FIRST_WITHIN_MS)
  }

  /** Ignores an event of an unknown form: it is from another version of the app, which the next request reports. */
  #receive(name: string, data: string): void {
    if (name === 'versions') parse(versionsEvent, data, (event) => this.#receiveVersions(event))
    else if (name === 'change') parse(changeEvent, data, (event) => this.#receiveChange(event))
    else if (name === 'people') parse(peopleEvent, data, ({ people }) => this.#setState({ others: people }))
    else if (name === NOTICES) this.#plans.onNotices(this.#tripId)
    // The user has signed out, or has too many streams: closed without another attempt.
    else if (name === ENDED) this.#close()
  }

  #receiveVersions({ versions, ...tripState }: VersionsEvent): void {
    this.#failures = 0
    this.#plans.onReached()
    this.#hasVersions = true
    this.#plans.receiveVersions(this.#tripId, { versions })
    for (const [part, version] of Object.entries(versions)) this.#noteVersion(part as VersionedPart, version)
    if (!this.#plans.isKnown(this.#tripId, tripState)) this.#isTripChanged = true
    this.#catchUp()
  }

  #receiveChange(change: ChangeEvent): void {
    const { part, version, by } = change
    const other = by !== null && !this.#plans.isOwn(by.id) ? by : undefined
    if (part === 'trip') {
      this.#isTripChanged = true
      if (other) this.#plans.onShared(this.#tripId)
    } else if (version !== null) {
      if (other && version > (this.#versionOf(part) ?? 0)) this.#author = other
      this.#plans.receiveChange(this.#tripId, change)
      this.#noteVersion(part, version)
    }
    this.#catchUp()
  }

  #versionOf(part: VersionedPart): number | undefined {
    return this.#plans.versionOf(this.#tripId, part)
  }

  /** Treats the stream as broken if no event comes within this time. */
  #expectEvent(stream: EventStream, ms: number): void {
    if (stream !== this.#stream) return
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(() => this.#onBroken(stream), ms)
  }

  #close(): void {
    clearTimeout(this.#silenceTimer)
    this.#stream?.close()
    this.#stream = undefined
    this.#hasVersions = false
    if (this.#state.isLive) this.#setState({ isLive: false })
  }

  /** Browsers reopen some broken streams by themselves and others never, and without growing pauses. */
  #onBroken(stream: EventStream, isRefused = false): void {
    if (stream !== this.#stream) return
    this.#close()
    this.#openLater(isRefused)
  }

  #openLater(isRefused: boolean): void {
    this.#failures += 1
    // A stream that merely ended in its time is back after the first try.
    if (this.#failures > 1) this.#setState({ others: [] })
    const pause = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1))
    this.#openTimer = setTimeout(
      () => (isRefused ? void this.#openIfAllowed() : this.#open()),
      pause * (0.5 + Math.random() / 2),
    )
  }

  /** A refusal does not say why, so the trip itself is fetched. */
  async #openIfAllowed(): Promise<void> {
    const run = this.#run
    const isAllowed = await this.#refresh(['trip'])
    if (!run || run !== this.#run) return
    if (isAllowed) this.#open()
    else this.#openLater(true)
  }

  #noteVersion(part: VersionedPart, version: number): void {
    this.#newest.set(part, Math.max(version, this.#newest.get(part) ?? 0))
  }

  #listBehind(): VersionedPart[] {
    return [...this.#newest].filter(([part, version]) => version > (this.#versionOf(part) ?? -1)).map(([part]) => part)
  }

  #catchUp(): void {
    this.#hasChanges = true
    if (this.#isCatchingUp) return
    this.#isCatchingUp = true
    const pause = Math.max(0, this.#lastFetch + FETCH_EVERY_MS - Date.now())
    const run = this.#run
    this.#fetchTimer = setTimeout(async () => {
      this.#hasChanges = false
      const isFetched = await this.#fetchChanges()
      if (!run || run !== this.#run) return
      this.#isCatchingUp = false
      if (!isFetched) this.#reopenAfterFailure()
      if (isFetched) this.#showAuthor()
      if (isFetched && this.#hasVersions && !this.#state.isLive) this.#setState({ isLive: true })
      if (this.#hasChanges) this.#catchUp()
    }, pause)
  }

  /** Fetches what is newer. Returns false if that failed: the next stream reports the versions again. */
  async #fetchChanges(): Promise<boolean> {
    // A second pass is needed if an upload ended meanwhile: open-documents.ts then drops the list of the first answer.
    for (let tries = 0; tries < 2; tries++) {
      // This page's own saves have their own answers.
      await Promise.all(this.#listBehind().map((part) => this.#plans.whenAnswered(this.#tripId, part)))
      const behind: TripPart[] = this.#isTripChanged ? ['trip', ...this.#listBehind()] : this.#listBehind()
      if (behind.length === 0) break
      this.#lastFetch = Date.now()
      this.#isTripChanged = false
      if (!(await this.#refresh(behind))) return false
    }
    return true
  }

  /** Returns whether the trip is up to date now. Stops if the user may no longer open it. */
  async #refresh(behind: readonly TripPart[]): Promise<boolean> {
    const run = this.#run
    if (!run) return false
    try {
      await this.#plans.refresh(this.#tripId, behind)
      return true
    } catch (failure) {
      const code = failure instanceof AppError ? failure.code : undefined
      if (code === 'not_signed_in' || code === 'trip_not_found') {
        if (run === this.#run) this.#stop()
      } else if (code && code !== 'unreachable') logFailure('The newest changes could not be fetched', failure)
      return false
    }
  }

  /** The next stream, after a pause, reports the versions again. */
  #reopenAfterFailure(): void {
    if (this.#stream) this.#onBroken(this.#stream)
  }

  #showAuthor(): void {
    if (this.#author === undefined) return
    this.#setState({ updatedBy: this.#author })
    this.#author = undefined
    clearTimeout(this.#updatedByTimer)
    this.#updatedByTimer = setTimeout(() => this.#setState({ updatedBy: undefined }), UPDATED_BY_SHOWN_MS)
  }

  #setState(changed: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

function parse<Data>(schema: z.ZodMiniType<Data>, data: string, receive: (event: Data) => void): void {
  const parsed = schema.safeParse(JSON.parse(data))
  if (parsed.success) receive(parsed.data)
}

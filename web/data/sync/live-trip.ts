import type * as z from 'zod/mini'
import {
  type ChangeEvent,
  changeEvent,
  ENDED,
  HEARTBEAT,
  type PersonHere,
  peopleEvent,
  type TripPart,
  type VersionsEvent,
  versionsEvent,
} from '#domain/api/events.ts'
import { AppError } from '#domain/errors.ts'
import { logFailure } from '../log.ts'

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
const EVENTS = ['versions', 'change', 'people', HEARTBEAT, ENDED]

export interface LiveState {
  /** Who else has the trip open. */
  others: readonly PersonHere[]
  /** Who else has just changed something. */
  updatedBy: PersonHere | undefined
  /** Whether the trip is up to date and receives changes as they happen. */
  isLive: boolean
}

type VersionedPart = Exclude<TripPart, 'trip'>

/** What live events need of an open trip. */
export interface LiveTripDeps {
  url: string
  isOwn: (personId: string) => boolean
  /** The version known here; undefined if the part is not loaded. */
  versionOf: (part: VersionedPart) => number | undefined
  /** Whether the trip itself, apart from its sections, is known as the server reports it. True if it is not loaded. */
  isKnown: (tripState: Omit<VersionsEvent, 'versions'>) => boolean
  /** Resolves when no save of the part, and no request for the trip, is under way. */
  whenAnswered: (part: VersionedPart) => Promise<void>
  /** Fetches the parts that are behind. @throws AppError */
  refresh: (behind: readonly TripPart[]) => Promise<void>
  /** The current versions, which a stream reports first. */
  receiveVersions: (versions: VersionsEvent['versions']) => void
  onReached: () => void
  /** Applies an event. Returns whether the part is up to date with it. */
  receiveChange: (change: ChangeEvent) => boolean
  /** Another user has changed how the trip is shared. */
  onShared: () => void
}

export class LiveTrip {
  readonly #deps: LiveTripDeps
  readonly #listeners = new Set<() => void>()
  readonly #newest = new Map<VersionedPart, number>()
  #state: LiveState = { others: [], updatedBy: undefined, isLive: false }
  #source: EventSource | undefined
  #isStarted = false
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

  constructor(deps: LiveTripDeps) {
    this.#deps = deps
  }

  getState = (): LiveState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Listens until the returned function is called. */
  start(): () => void {
    this.#isStarted = true
    document.addEventListener('visibilitychange', this.#onVisibilityChange)
    addEventListener('online', this.#openNow)
    this.#onVisibilityChange()
    return () => {
      this.#stop()
      document.removeEventListener('visibilitychange', this.#onVisibilityChange)
      removeEventListener('online', this.#openNow)
    }
  }

  #stop(): void {
    this.#isStarted = false
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
    if (!this.#isStarted || this.#source || document.visibilityState !== 'visible') return
    const source = new EventSource(this.#deps.url)
    this.#source = source
    listen(source, 'versions', versionsEvent, ({ versions, ...tripState }) => {
      this.#failures = 0
      this.#deps.onReached()
      this.#hasVersions = true
      this.#deps.receiveVersions(versions)
      for (const [part, version] of Object.entries(versions)) this.#noteVersion(part as VersionedPart, version)
      if (!this.#deps.isKnown(tripState)) this.#isTripChanged = true
      this.#catchUp()
    })
    listen(source, 'change', changeEvent, (change) => {
      const { part, version, by } = change
      const other = by !== null && !this.#deps.isOwn(by.id) ? by : undefined
      if (part === 'trip') {
        this.#isTripChanged = true
        if (other) this.#deps.onShared()
      } else if (version !== null) {
        if (other && version > (this.#deps.versionOf(part) ?? 0)) this.#author = other
        this.#deps.receiveChange(change)
        this.#noteVersion(part, version)
      }
      this.#catchUp()
    })
    listen(source, 'people', peopleEvent, ({ people }) => this.#setState({ others: people }))
    // The user has signed out, or has too many streams: closed without another attempt.
    source.addEventListener(ENDED, () => this.#close())
    for (const name of EVENTS) source.addEventListener(name, () => this.#expectEvent(source, NEXT_WITHIN_MS))
    this.#expectEvent(source, FIRST_WITHIN_MS)
    source.onerror = () => this.#onBroken(source)
  }

  /** Treats the stream as broken if no event comes within this time. */
  #expectEvent(source: EventSource, ms: number): void {
    if (source !== this.#source) return
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(() => this.#onBroken(source), ms)
  }

  #close(): void {
    clearTimeout(this.#silenceTimer)
    this.#source?.close()
    this.#source = undefined
    this.#hasVersions = false
    if (this.#state.isLive) this.#setState({ isLive: false })
  }

  /** Browsers reopen some broken streams by themselves and others never, and without growing pauses. */
  #onBroken(source: EventSource): void {
    if (source !== this.#source) return
    const isRefused = source.readyState === EventSource.CLOSED
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
    if (await this.#refresh(['trip'])) this.#open()
    else if (this.#isStarted) this.#openLater(true)
  }

  #noteVersion(part: VersionedPart, version: number): void {
    this.#newest.set(part, Math.max(version, this.#newest.get(part) ?? 0))
  }

  #listBehind(): VersionedPart[] {
    return [...this.#newest]
      .filter(([part, version]) => version > (this.#deps.versionOf(part) ?? -1))
      .map(([part]) => part)
  }

  #catchUp(): void {
    this.#hasChanges = true
    if (this.#isCatchingUp) return
    this.#isCatchingUp = true
    const pause = Math.max(0, this.#lastFetch + FETCH_EVERY_MS - Date.now())
    this.#fetchTimer = setTimeout(async () => {
      this.#hasChanges = false
      const isFetched = await this.#fetchChanges()
      this.#isCatchingUp = false
      if (!this.#isStarted) return
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
      await Promise.all(this.#listBehind().map((part) => this.#deps.whenAnswered(part)))
      const behind: TripPart[] = this.#isTripChanged ? ['trip', ...this.#listBehind()] : this.#listBehind()
      if (behind.length === 0) break
      this.#lastFetch = Date.now()
      this.#isTripChanged = false
      if (!(await this.#refresh(behind))) {
        this.#reopenAfterFailure()
        return false
      }
    }
    return true
  }

  /** Returns whether the trip is up to date now. Stops if the user may no longer open it. */
  async #refresh(behind: readonly TripPart[]): Promise<boolean> {
    if (!this.#isStarted) return false
    try {
      await this.#deps.refresh(behind)
      return true
    } catch (failure) {
      const code = failure instanceof AppError ? failure.code : undefined
      if (code === 'not_signed_in' || code === 'trip_not_found') this.#stop()
      else if (code && code !== 'unreachable') logFailure('The newest changes could not be fetched', failure)
      return false
    }
  }

  /** The next stream, after a pause, reports the versions again. */
  #reopenAfterFailure(): void {
    if (this.#source) this.#onBroken(this.#source)
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

/** Ignores an event of an unknown form: it is from another version of the app, which the next request reports. */
function listen<Data>(
  source: EventSource,
  name: string,
  schema: z.ZodMiniType<Data>,
  onEvent: (data: Data) => void,
): void {
  source.addEventListener(name, ({ data }) => {
    const parsed = schema.safeParse(JSON.parse(data))
    if (parsed.success) onEvent(parsed.data)
  })
}

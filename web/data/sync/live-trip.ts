import type * as z from 'zod/mini'
import {
  BEAT,
  type ChangeEvent,
  changeEvent,
  ENDED,
  type PersonHere,
  peopleEvent,
  type TripPart,
  type VersionsEvent,
  versionsEvent,
} from '#domain/api/events.ts'
import { AppError } from '#domain/errors.ts'
import { logFailure } from '../log.ts'

/*
 * The live events of the trip that is on the screen.
 * Job: bring the trip up to date as soon as the server has something newer, and tell who else is there.
 * Invariants: one stream while the page is looked at, none while it is not; one request at a time, and none for what this
 *   page has itself saved, nor for what an event tells whole; every stream begins with the versions, so that what was missed is
 *   fetched.
 * Failure: a stream that breaks is opened again, with growing pauses; one that is refused has the trip asked for, and
 *   where the person may no longer open that, it was the last.
 */

/** Changes of others are fetched at most this often. */
const FETCH_EVERY_MS = 250
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000
/** A connection on which nothing comes for so long is dead: the first event comes at once, then at least one every 25 s. */
const FIRST_WITHIN_MS = 15_000
const NEXT_WITHIN_MS = 40_000
/** A page that is out of sight this long needs no news. Browsers open few connections at once, shared by all tabs. */
const HIDDEN_MS = 3000
export const NEWS_SHOWN_MS = 15_000
const EVENTS = ['versions', 'change', 'people', BEAT, ENDED]

export interface LiveState {
  /** Who else has the trip open. */
  others: readonly PersonHere[]
  /** Who of the others has just changed something. */
  updatedBy: PersonHere | undefined
  /** Whether what is known here is what the server has, and whatever changes is heard of at once. */
  isLive: boolean
}

type VersionedPart = Exclude<TripPart, 'trip'>

/** The open trip, as far as its news are concerned. */
export interface LiveSubject {
  /** Where the events come from. */
  url: string
  /** Whether this is the person who is signed in here. */
  isOwn: (personId: string) => boolean
  /** The version that is known here; undefined where it is not loaded. */
  versionOf: (part: VersionedPart) => number | undefined
  /** Whether what is known here of the trip itself is this, as far as anything is known. */
  isKnown: (standing: Omit<VersionsEvent, 'versions'>) => boolean
  /** Resolves when no save of the part, and no request for the trip, is on its way. */
  whenAnswered: (part: VersionedPart) => Promise<void>
  /** Brings what is behind up to date. @throws AppError */
  refresh: (behind: readonly TripPart[]) => Promise<void>
  /** How things stand, as a stream tells it first. */
  receiveVersions: (versions: VersionsEvent['versions']) => void
  /** The server can be reached, perhaps again. */
  onReached: () => void
  /** Takes over what an event tells. Answers whether the part is up to date with it. */
  receiveChange: (change: ChangeEvent) => boolean
  /** Somebody else has changed how the trip is shared. */
  onShared: () => void
}

export class LiveTrip {
  readonly #subject: LiveSubject
  readonly #listeners = new Set<() => void>()
  /** The newest versions that the server has told of. */
  readonly #newest = new Map<VersionedPart, number>()
  #state: LiveState = { others: [], updatedBy: undefined, isLive: false }
  #source: EventSource | undefined
  #isStarted = false
  #failures = 0
  #openTimer: ReturnType<typeof setTimeout> | undefined
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined
  #silenceTimer: ReturnType<typeof setTimeout> | undefined
  #newsTimer: ReturnType<typeof setTimeout> | undefined
  #fetchTimer: ReturnType<typeof setTimeout> | undefined
  #isTripChanged = false
  #hasNews = false
  #isCatchingUp = false
  /** Whether the stream has told the versions. */
  #isTold = false
  /** Who made the changes that are not on the screen yet. */
  #author: PersonHere | undefined
  #lastFetch = 0

  constructor(subject: LiveSubject) {
    this.#subject = subject
  }

  getState = (): LiveState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Listens until the returned function is called. */
  start(): () => void {
    this.#isStarted = true
    document.addEventListener('visibilitychange', this.#look)
    addEventListener('online', this.#openNow)
    this.#look()
    return () => {
      this.#stop()
      document.removeEventListener('visibilitychange', this.#look)
      removeEventListener('online', this.#openNow)
    }
  }

  #stop(): void {
    this.#isStarted = false
    for (const timer of [this.#openTimer, this.#hiddenTimer, this.#newsTimer, this.#fetchTimer]) clearTimeout(timer)
    this.#isCatchingUp = false
    this.#newest.clear()
    this.#author = undefined
    this.#close()
    this.#publish({ others: [], updatedBy: undefined })
  }

  #look = (): void => {
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
    const source = new EventSource(this.#subject.url)
    this.#source = source
    listen(source, 'versions', versionsEvent, ({ versions, ...standing }) => {
      this.#failures = 0
      this.#subject.onReached()
      this.#isTold = true
      this.#subject.receiveVersions(versions)
      for (const [part, version] of Object.entries(versions)) this.#note(part as VersionedPart, version)
      if (!this.#subject.isKnown(standing)) this.#isTripChanged = true
      this.#catchUp()
    })
    listen(source, 'change', changeEvent, (change) => {
      const { part, version, by } = change
      const others = by !== null && !this.#subject.isOwn(by.id) ? by : undefined
      if (part === 'trip') {
        this.#isTripChanged = true
        if (others) this.#subject.onShared()
      } else if (version !== null) {
        if (others && version > (this.#subject.versionOf(part) ?? 0)) this.#author = others
        this.#subject.receiveChange(change)
        this.#note(part, version)
      }
      this.#catchUp()
    })
    listen(source, 'people', peopleEvent, ({ people }) => this.#publish({ others: people }))
    source.addEventListener(ENDED, () => this.#close())
    for (const name of EVENTS) source.addEventListener(name, () => this.#expect(source, NEXT_WITHIN_MS))
    this.#expect(source, FIRST_WITHIN_MS)
    source.onerror = () => this.#lose(source)
  }

  /** Has the stream make itself heard within this time. */
  #expect(source: EventSource, ms: number): void {
    if (source !== this.#source) return
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(() => this.#lose(source), ms)
  }

  #close(): void {
    clearTimeout(this.#silenceTimer)
    this.#source?.close()
    this.#source = undefined
    this.#isTold = false
    if (this.#state.isLive) this.#publish({ isLive: false })
  }

  /** The browser would open some of them again by itself, others not, and without pauses that grow. */
  #lose(source: EventSource): void {
    if (source !== this.#source) return
    const isRefused = source.readyState === EventSource.CLOSED
    this.#close()
    this.#openLater(isRefused)
  }

  #openLater(isRefused: boolean): void {
    this.#failures += 1
    // One try later it is more than a stream that ended in its time.
    if (this.#failures > 1) this.#publish({ others: [] })
    const pause = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1))
    this.#openTimer = setTimeout(
      () => (isRefused ? void this.#openIfAllowed() : this.#open()),
      pause * (0.5 + Math.random() / 2),
    )
  }

  /** A refusal says nothing of its reason, so the trip itself is asked for. */
  async #openIfAllowed(): Promise<void> {
    if (await this.#refresh(['trip'])) this.#open()
    else if (this.#isStarted) this.#openLater(true)
  }

  #note(part: VersionedPart, version: number): void {
    this.#newest.set(part, Math.max(version, this.#newest.get(part) ?? 0))
  }

  /** The parts of which the server has something newer. */
  #listBehind(): VersionedPart[] {
    return [...this.#newest]
      .filter(([part, version]) => version > (this.#subject.versionOf(part) ?? -1))
      .map(([part]) => part)
  }

  #catchUp(): void {
    this.#hasNews = true
    if (this.#isCatchingUp) return
    this.#isCatchingUp = true
    const pause = Math.max(0, this.#lastFetch + FETCH_EVERY_MS - Date.now())
    this.#fetchTimer = setTimeout(async () => {
      this.#hasNews = false
      const isDone = await this.#fetchNews()
      this.#isCatchingUp = false
      if (!this.#isStarted) return
      if (isDone) this.#showAuthor()
      if (isDone && this.#isTold && !this.#state.isLive) this.#publish({ isLive: true })
      if (this.#hasNews) this.#catchUp()
    }, pause)
  }

  /** Fetches what is newer, if anything is. Answers false when that did not succeed; the next stream makes up for it. */
  async #fetchNews(): Promise<boolean> {
    // A second time where an upload that ended meanwhile had the first list put away.
    for (let tries = 0; tries < 2; tries++) {
      // What this page is saving has its own answer.
      await Promise.all(this.#listBehind().map((part) => this.#subject.whenAnswered(part)))
      const behind: TripPart[] = this.#isTripChanged ? ['trip', ...this.#listBehind()] : this.#listBehind()
      if (behind.length === 0) break
      this.#lastFetch = Date.now()
      this.#isTripChanged = false
      if (!(await this.#refresh(behind))) {
        this.#loseAfterFailure()
        return false
      }
    }
    return true
  }

  /** Answers whether the trip is up to date now; where the person may no longer open it, this was the end. */
  async #refresh(behind: readonly TripPart[]): Promise<boolean> {
    if (!this.#isStarted) return false
    try {
      await this.#subject.refresh(behind)
      return true
    } catch (failure) {
      const code = failure instanceof AppError ? failure.code : undefined
      if (code === 'not_signed_in' || code === 'trip_not_found') this.#stop()
      else if (code && code !== 'unreachable') logFailure('The newest changes could not be fetched', failure)
      return false
    }
  }

  /** Opening the stream anew, after a pause, tells the versions once more. */
  #loseAfterFailure(): void {
    if (this.#source) this.#lose(this.#source)
  }

  #showAuthor(): void {
    if (this.#author === undefined) return
    this.#publish({ updatedBy: this.#author })
    this.#author = undefined
    clearTimeout(this.#newsTimer)
    this.#newsTimer = setTimeout(() => this.#publish({ updatedBy: undefined }), NEWS_SHOWN_MS)
  }

  #publish(changed: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

/** An event that is not as agreed comes from another version of the app; the next answer that is asked for says so. */
function listen<Data>(
  source: EventSource,
  name: string,
  schema: z.ZodMiniType<Data>,
  take: (data: Data) => void,
): void {
  source.addEventListener(name, ({ data }) => {
    const parsed = schema.safeParse(JSON.parse(data))
    if (parsed.success) take(parsed.data)
  })
}

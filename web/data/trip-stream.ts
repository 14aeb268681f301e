import type { ChangeEvent, VersionsEvent } from '#domain/api/events.ts'
import { canTabsTalk, openTabChannel, type TabChannel } from './tab-channel.ts'

/*
 * One stream of live events for all tabs of this browser that show the same trip.
 * Job: the tab whose turn it is holds the stream and passes on to the others what it hears.
 * Invariants: a tab that listens holds the turn or waits for it, so that the next one goes on when a tab closes its stream,
 *   whatever ends it; whoever joins is told the versions as they are by now, and the people, as a new stream would tell them.
 * Failure: where the browser has no locks (plain-http addresses) or no channels each tab has a stream of its own. A tab that the system has
 *   put to sleep with the stream is noticed by its silence, as a dead connection is: the next try has a stream of its own.
 */

/** As much of an EventSource as live-trip.ts needs. */
export interface TripStream {
  addEventListener: (name: string, listener: (event: MessageEvent) => void) => void
  onerror: EventSource['onerror']
  readonly readyState: number
  close: () => void
}

/** What the tab with the stream tells the others; `name` is undefined where somebody has joined. */
interface Told {
  name?: string
  data?: string
}

/** What a tab that joins is told again; each replaces what was told of it before. */
const STATES = ['versions', 'people']

/**
 * Opens the stream at an address, or joins the tab that has it.
 * @param names the events that are passed on
 * @param isShared false for a stream of its own
 */
export function openTripStream(url: string, names: readonly string[], isShared: boolean): TripStream {
  return isShared && globalThis.navigator?.locks && canTabsTalk() ? new SharedStream(url, names) : new EventSource(url)
}

class SharedStream implements TripStream {
  onerror: EventSource['onerror'] = null
  readonly #url: string
  readonly #names: readonly string[]
  readonly #listeners = new Map<string, ((event: MessageEvent) => void)[]>()
  readonly #channel: TabChannel
  readonly #leaving = new AbortController()
  /** The last of each state that was heard, and the newest version of each part of which a change was heard. */
  readonly #last = new Map<string, string>()
  readonly #changed = new Map<string, number>()
  #source: EventSource | undefined
  #giveUp = () => {}

  constructor(url: string, names: readonly string[]) {
    this.#url = url
    this.#names = names
    this.#channel = openTabChannel(`wayfare-stream ${url}`)
    this.#channel.onmessage = ({ data }: MessageEvent<Told>) => this.#hear(data)
    this.#channel.postMessage({} satisfies Told)
    void this.#takeTurn()
  }

  /** Closed once the server has refused the stream. */
  get readyState(): number {
    return this.#source?.readyState ?? EventSource.CONNECTING
  }

  addEventListener(name: string, listener: (event: MessageEvent) => void): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener])
  }

  close(): void {
    this.#leaving.abort()
    this.#giveUp()
    this.#source?.close()
    this.#channel.close()
  }

  /** Waits until no other tab has the stream, and has it then until it is closed. */
  async #takeTurn(): Promise<void> {
    const hold = () => {
      if (this.#leaving.signal.aborted) return
      this.#open()
      return new Promise<void>((resolve) => {
        this.#giveUp = resolve
      })
    }
    // Rejects when the tab leaves before its turn.
    await navigator.locks.request(`wayfare-stream ${this.#url}`, { signal: this.#leaving.signal }, hold).catch(() => {})
  }

  #open(): void {
    const source = new EventSource(this.#url)
    this.#source = source
    for (const name of this.#names) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        this.#remember(name, data)
        this.#channel.postMessage({ name, data } satisfies Told)
        this.#tell(name, data)
      })
    }
    source.onerror = (event) => this.onerror?.call(source, event)
  }

  #remember(name: string, data: string): void {
    if (STATES.includes(name)) this.#last.set(name, data)
    if (name !== 'change') return
    const { part, version } = JSON.parse(data) as ChangeEvent
    if (version !== null) this.#changed.set(part, Math.max(version, this.#changed.get(part) ?? 0))
  }

  #hear({ name, data = '' }: Told): void {
    if (name !== undefined) this.#tell(name, data)
    else for (const told of this.#whatStands()) this.#channel.postMessage(told)
  }

  #whatStands(): Told[] {
    return [...this.#last].map(([name, data]) => ({ name, data: name === 'versions' ? this.#byNow(data) : data }))
  }

  /** The versions with what has changed since they were told. */
  #byNow(data: string): string {
    const told = JSON.parse(data) as VersionsEvent
    const newer = [...this.#changed].filter(([part, version]) => version > (told.versions[part] ?? 0))
    return JSON.stringify({ ...told, versions: { ...told.versions, ...Object.fromEntries(newer) } })
  }

  #tell(name: string, data: string): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(new MessageEvent(name, { data }))
  }
}

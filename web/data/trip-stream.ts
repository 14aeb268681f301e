/*
 * One stream of live events for all tabs of this browser that show the same trip.
 * Job: the tab whose turn it is holds the stream and passes on to the others what it hears.
 * Invariants: a tab that listens holds the turn or waits for it, so that the next one goes on when a tab closes its stream,
 *   whatever ends it; whoever joins is told the versions with all that has changed since, and the people, as a new stream would.
 * Failure: where the browser has no locks (plain-http addresses) each tab has a stream of its own. A tab that the system has
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
  return isShared && globalThis.navigator?.locks ? new SharedStream(url, names) : new EventSource(url)
}

class SharedStream implements TripStream {
  onerror: EventSource['onerror'] = null
  readonly #url: string
  readonly #names: readonly string[]
  readonly #listeners = new Map<string, ((event: MessageEvent) => void)[]>()
  readonly #channel: BroadcastChannel
  readonly #leaving = new AbortController()
  /** The last of each state that was heard, and what has changed since the versions: of each part the last change. */
  readonly #last = new Map<string, string>()
  readonly #changes = new Map<string, string>()
  #source: EventSource | undefined
  #giveUp = () => {}

  constructor(url: string, names: readonly string[]) {
    this.#url = url
    this.#names = names
    this.#channel = new BroadcastChannel(`wayfare-stream ${url}`)
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
    if (name === 'versions') this.#changes.clear()
    if (name === 'change') this.#changes.set(String(JSON.parse(data).part), data)
  }

  #hear({ name, data = '' }: Told): void {
    if (name !== undefined) this.#tell(name, data)
    else for (const told of this.#whatStands()) this.#channel.postMessage(told)
  }

  #whatStands(): Told[] {
    const states = [...this.#last].map(([name, data]) => ({ name, data }))
    return [...states, ...[...this.#changes.values()].map((data) => ({ name: 'change', data }))]
  }

  #tell(name: string, data: string): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(new MessageEvent(name, { data }))
  }
}

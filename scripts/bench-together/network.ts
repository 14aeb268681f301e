import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from './random.ts'

/** How often a request meets what. */
const LOST = 0.04
const DROPPED = 0.06
const REPEATED = 0.06
const SLOW = 0.05
/** Each way, in milliseconds. */
const DELAY_MS = [5, 60] as const
const SLOW_MS = [200, 1500] as const
/** How long after the first a repeated request arrives. */
const REPEATED_AFTER_MS = [0, 4000] as const

export interface NetworkFigures {
  requests: number
  /** Requests that never left. */
  lost: number
  /** The server did it and nobody here heard of it. */
  dropped: number
  /** Sent twice by the network. */
  repeated: number
}

/** What a stream of the server's is told by. */
export interface StreamListener {
  onAnswer: (answer: Response) => void
  onText: (text: string) => void
  onEnd: () => void
}

/*
 * The way from one device to the server: real requests, which meet what requests meet in a park.
 * Job: requests wait, are lost, are sent twice (the second time seconds later); answers are dropped after the server has acted;
 *   while the device is offline all of them fail, those under way included, and streams break or, at times, fall silent.
 * Invariants: what the code hears is what a browser tells: an answer, or that fetching failed. Whether the server acted it
 *   cannot know.
 */
export class Network {
  readonly figures: NetworkFigures = { requests: 0, lost: 0, dropped: 0, repeated: 0 }
  readonly #server: { address: string; cookie: string }
  readonly #random: Random
  readonly #onRequest: (path: string, body: unknown) => void
  readonly #streams = new Set<{ end: () => void; silence: () => void }>()
  #isOnline = true
  #hasFaults = true
  #outage = new AbortController()

  /** @param onRequest hears of every request that leaves */
  constructor(
    server: { address: string; cookie: string },
    random: Random,
    onRequest: (path: string, body: unknown) => void,
  ) {
    this.#server = server
    this.#random = random
    this.#onRequest = onRequest
  }

  get isOnline(): boolean {
    return this.#isOnline
  }

  goOffline(): void {
    this.#isOnline = false
    this.#outage.abort()
    for (const stream of this.#streams) this.#random.chance(0.05) ? stream.silence() : stream.end()
  }

  goOnline(): void {
    this.#isOnline = true
    this.#outage = new AbortController()
  }

  /** From now on everything arrives, once and at once. */
  endFaults(): void {
    this.#hasFaults = false
  }

  /** Fetches over the network as it is. `gone` breaks it off; the server may have it by then or not. */
  async fetch(path: string, init: RequestInit, gone?: AbortSignal): Promise<Response> {
    const outage = this.#outage.signal
    const { isLost, isDropped, isRepeated, there, back, repeatedAfter } = this.#drawFaults()
    if (!this.#isOnline) throw failed()
    await pause(there)
    if (isLost) this.figures.lost += 1
    if (isLost || outage.aborted) throw failed()
    this.figures.requests += 1
    this.#onRequest(path, init.body)
    if (isRepeated) void this.#repeat(path, init, repeatedAfter)
    try {
      const broken = AbortSignal.any(gone ? [outage, gone] : [outage])
      const answer = await this.#send(path, { ...init, signal: broken })
      await pause(back)
      if (isDropped || outage.aborted) {
        this.figures.dropped += 1
        throw failed()
      }
      return answer
    } catch (cause) {
      throw failed(cause)
    }
  }

  /** Opens a stream of events. Answers the function that ends it. */
  openStream(path: string, listener: StreamListener): () => void {
    const ended = new AbortController()
    let isSilent = false
    const tell = (what: () => void) => {
      if (!isSilent && !ended.signal.aborted) what()
    }
    const close = () => {
      this.#streams.delete(stream)
      ended.abort()
    }
    const end = () => {
      tell(listener.onEnd)
      close()
    }
    const silence = () => {
      isSilent = true
    }
    const stream = { end, silence }
    this.#streams.add(stream)
    void this.#read(path, ended.signal, { ...listener, tell }).then(end, end)
    return close
  }

  async #read(
    path: string,
    signal: AbortSignal,
    { onAnswer, onText, tell }: StreamListener & { tell: (what: () => void) => void },
  ): Promise<void> {
    await pause(this.#drawFaults().there)
    if (!this.#isOnline) throw failed()
    const answer = await this.#request(path, { signal, headers: { Accept: 'text/event-stream' } })
    tell(() => onAnswer(answer))
    const decoder = new TextDecoder()
    for await (const bytes of answer.body ?? []) tell(() => onText(decoder.decode(bytes, { stream: true })))
  }

  /** The whole answer has come before anything is said of it. */
  async #send(path: string, init: RequestInit): Promise<Response> {
    const { status, headers, body } = await this.#request(path, init).then(async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      body: await answer.arrayBuffer(),
    }))
    return new Response(body.byteLength > 0 ? body : null, { status, headers })
  }

  async #repeat(path: string, init: RequestInit, after: number): Promise<void> {
    await pause(after)
    this.figures.repeated += 1
    // Nobody waits for it.
    await this.#send(path, init).catch(() => {})
  }

  #request(path: string, init: RequestInit): Promise<Response> {
    const { address, cookie } = this.#server
    const headers = { ...Object.fromEntries(new Headers(init.headers)), Cookie: cookie, Origin: address }
    const { keepalive: _, ...rest } = init
    return realFetch(address + path, { ...rest, headers })
  }

  #drawFaults() {
    const random = this.#random
    const delay = () => {
      const [min, max] = random.chance(SLOW) ? SLOW_MS : DELAY_MS
      return random.between(min, max)
    }
    const drawn = {
      isLost: random.chance(LOST),
      isDropped: random.chance(DROPPED),
      isRepeated: random.chance(REPEATED),
      there: delay(),
      back: delay(),
      repeatedAfter: random.between(...REPEATED_AFTER_MS),
    }
    return this.#hasFaults ? drawn : { ...drawn, isLost: false, isDropped: false, isRepeated: false }
  }
}

/** Node's own, before a page's stands in its place. */
const realFetch = globalThis.fetch

/** As browsers say it. */
const failed = (cause?: unknown) => new TypeError('Failed to fetch', { cause })

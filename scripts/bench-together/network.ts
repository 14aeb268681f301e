import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from './random.ts'

/** The probabilities of the faults of a request. */
const LOST = 0.04
const DROPPED = 0.06
const REPEATED = 0.06
const SLOW = 0.05
/** One-way delays in milliseconds. */
const DELAY_MS = [5, 60] as const
const SLOW_MS = [200, 1500] as const
/** How long after the first one a repeated request arrives. */
const REPEATED_AFTER_MS = [0, 4000] as const

export interface NetworkFigures {
  requests: number
  /** Requests that did not reach the server. */
  lost: number
  /** Requests whose response was lost. */
  dropped: number
  repeated: number
}

export interface StreamListener {
  onAnswer: (answer: Response) => void
  onText: (text: string) => void
  onEnd: () => void
}

/*
 * The network between one device and the server: real requests with the faults of a bad mobile network.
 * Job: requests are delayed, lost, or sent twice (the second time seconds later). Responses are dropped after the
 *   server has acted. While the device is offline all requests fail, including those in flight, and streams break or
 *   sometimes fall silent.
 * Invariants: the code sees only what a browser would report: a response, or that fetching failed. It cannot know
 *   whether the server acted.
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

  /** @param onRequest called for every request that is sent */
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

  /** From now on there are no faults except delays. */
  endFaults(): void {
    this.#hasFaults = false
  }

  /** Fetches over the network with its faults. `gone` aborts; the server may or may not have the request by then. */
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

  /** Opens an event stream. Returns the function that closes it. */
  openStream(path: string, listener: StreamListener): () => void {
    const ended = new AbortController()
    let isSilent = false
    const notify = (call: () => void) => {
      if (!isSilent && !ended.signal.aborted) call()
    }
    const close = () => {
      this.#streams.delete(stream)
      ended.abort()
    }
    const end = () => {
      notify(listener.onEnd)
      close()
    }
    const silence = () => {
      isSilent = true
    }
    const stream = { end, silence }
    this.#streams.add(stream)
    void this.#read(path, ended.signal, { ...listener, notify }).then(end, end)
    return close
  }

  async #read(
    path: string,
    signal: AbortSignal,
    { onAnswer, onText, notify }: StreamListener & { notify: (call: () => void) => void },
  ): Promise<void> {
    await pause(this.#drawFaults().there)
    if (!this.#isOnline) throw failed()
    const answer = await this.#request(path, { signal, headers: { Accept: 'text/event-stream' } })
    notify(() => onAnswer(answer))
    const decoder = new TextDecoder()
    for await (const bytes of answer.body ?? []) notify(() => onText(decoder.decode(bytes, { stream: true })))
  }

  /** Resolves only once the whole response has arrived. */
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
    // The sender does not wait for the repetition.
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

/** Node's own fetch, before it is replaced by a page's. */
const realFetch = globalThis.fetch

const failed = (cause?: unknown) => new TypeError('Failed to fetch', { cause })

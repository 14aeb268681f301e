export interface ReadEvent {
  name: string
  data: unknown
}

/** A browser's end of a stream of events. */
export class EventReader {
  readonly status: number
  readonly headers: Headers
  /** The names of all events that were read. */
  readonly read: string[] = []
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  readonly #decoder = new TextDecoder()
  #text = ''

  constructor({ status, headers, body }: Response) {
    this.status = status
    this.headers = headers
    this.#reader = body?.getReader()
  }

  /** The data of the next event of this name; what comes before it is passed over. */
  async next(name: string): Promise<unknown> {
    return (await this.nextOf(name)).data
  }

  /** The next event that has one of these names. */
  async nextOf(...names: string[]): Promise<ReadEvent> {
    for (;;) {
      const event = await this.#next()
      if (!event) throw new Error(`The stream ended before ${names}; it had ${this.read.join(', ')}`)
      if (names.includes(event.name)) return event
    }
  }

  /** The data of the first event of this name that is as expected. */
  async until<Data>(name: string, isExpected: (data: Data) => boolean): Promise<Data> {
    for (;;) {
      const data = (await this.next(name)) as Data
      if (isExpected(data)) return data
    }
  }

  /** Resolves when the server has ended the stream. */
  async end(): Promise<void> {
    while (await this.#next());
  }

  /** Closes it from the browser's side. */
  async leave(): Promise<void> {
    await this.#reader?.cancel()
  }

  async #next(): Promise<ReadEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        const name = /^event: (.*)$/m.exec(block)?.[1] ?? block
        const data = /^data: (.*)$/m.exec(block)?.[1]
        this.read.push(name)
        return { name, data: data === undefined ? undefined : JSON.parse(data) }
      }
      const { done, value } = (await this.#reader?.read()) ?? { done: true, value: undefined }
      if (done) return undefined
      this.#text += this.#decoder.decode(value, { stream: true })
    }
  }
}

export interface ReadEvent {
  name: string
  data: unknown
}

export class EventReader {
  readonly status: number
  readonly headers: Headers
  readonly read: string[] = []
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  readonly #decoder = new TextDecoder()
  #buffer = ''

  constructor({ status, headers, body }: Response) {
    this.status = status
    this.headers = headers
    this.#reader = body?.getReader()
  }

  /** The data of the next event with this name. Skips the events before it. */
  async next(name: string): Promise<unknown> {
    return (await this.nextOf(name)).data
  }

  /** The next event with one of these names. */
  async nextOf(...names: string[]): Promise<ReadEvent> {
    for (;;) {
      const event = await this.#next()
      if (!event) throw new Error(`The stream ended before ${names}; it had ${this.read.join(', ')}`)
      if (names.includes(event.name)) return event
    }
  }

  /** The data of the first event with this name that `isExpected` accepts. */
  async until<Data>(name: string, isExpected: (data: Data) => boolean): Promise<Data> {
    for (;;) {
      const data = (await this.next(name)) as Data
      if (isExpected(data)) return data
    }
  }

  async end(): Promise<void> {
    while (await this.#next());
  }

  async leave(): Promise<void> {
    await this.#reader?.cancel()
  }

  async #next(): Promise<ReadEvent | undefined> {
    for (;;) {
      const end = this.#buffer.indexOf('\n\n')
      if (end >= 0) {
        const block = this.#buffer.slice(0, end)
        this.#buffer = this.#buffer.slice(end + 2)
        const name = /^event: (.*)$/m.exec(block)?.[1] ?? block
        const data = /^data: (.*)$/m.exec(block)?.[1]
        this.read.push(name)
        return { name, data: data === undefined ? undefined : JSON.parse(data) }
      }
      const { done, value } = (await this.#reader?.read()) ?? { done: true, value: undefined }
      if (done) return undefined
      this.#buffer += this.#decoder.decode(value, { stream: true })
    }
  }
}

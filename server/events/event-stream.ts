import { HEARTBEAT } from '#domain/api/events.ts'

/** Most bytes that wait for a connection. Beyond that the stream ends, and its browser opens another and catches up. */
const MAX_BACKLOG = 64 * 1024
type Bytes = Uint8Array<ArrayBuffer>
const encoder = new TextEncoder()

export function encodeEvent(name: string, data: unknown): Bytes {
  return encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** How long a browser that reconnects by itself waits. */
export function encodeRetry(ms: number): Bytes {
  return encoder.encode(`retry: ${ms}\n\n`)
}

/** Keeps proxies and the browser from treating the connection as dead. */
export const heartbeat = encodeEvent(HEARTBEAT, {})

/** A response that stays open. */
export class EventStream {
  readonly body: ReadableStream<Bytes>
  readonly #onClose: () => void
  #controller: ReadableStreamDefaultController<Bytes> | undefined
  #isClosed = false

  /** @param onClose is called once, whichever side ends the stream */
  constructor(onClose: () => void) {
    this.#onClose = onClose
    this.body = new ReadableStream<Bytes>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        cancel: () => this.#end(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_BACKLOG }),
    )
  }

  write(bytes: Bytes): void {
    if (this.#isClosed) return
    if ((this.#controller?.desiredSize ?? 0) <= 0) this.close()
    else this.#controller?.enqueue(bytes)
  }

  close(): void {
    if (this.#isClosed) return
    this.#controller?.close()
    this.#end()
  }

  #end(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#onClose()
  }
}

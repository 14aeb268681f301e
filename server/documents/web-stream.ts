import type { Readable } from 'node:stream'

/**
 * A web stream of a Node stream of bytes. Cancelling it destroys its source.
 * `Readable.toWeb` would do, but a chunk that arrives just after a cancellation ends the process (nodejs/node#64529).
 * @param onError gets an error of the source instead of the stream's reader, and must end the reader's connection
 */
export function toWebStream(source: Readable, onError?: (error: Error) => void): ReadableStream<Uint8Array> {
  // The iterator reports errors, but it listens only once it is read from.
  source.on('error', () => {})
  let isCancelled = false
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        // A cancelled source ends with an error of its own, which concerns nobody.
        if (!onError || isCancelled) throw error
        onError(error as Error)
        // Until the closed connection cancels the stream.
        await new Promise(() => {})
      }
    },
    cancel() {
      isCancelled = true
      source.destroy()
    },
  })
}

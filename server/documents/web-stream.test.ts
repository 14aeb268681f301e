import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { toWebStream } from './web-stream.ts'

const bytes = (count: number) => Buffer.alloc(count, 'a')

describe('the web stream of a Node stream', () => {
  it('has all its bytes, in their order', async () => {
    const parts = Array.from({ length: 300 }, (_, at) => Buffer.from(`${at} `.repeat(500)))
    const text = await new Response(toWebStream(Readable.from(parts, { objectMode: false }))).text()
    expect(text).toBe(Buffer.concat(parts).toString())
  })

  it('does not end the process when a chunk arrives just after it was cancelled', async () => {
    for (let round = 0; round < 200; round++) {
      const source = new PassThrough({ highWaterMark: 16 })
      const reader = toWebStream(source).getReader()
      // More than fits: the source waits, and goes on in a later tick.
      for (let chunk = 0; chunk < 8; chunk++) source.write(bytes(16))
      await reader.read()
      const next = reader.read()
      await reader.cancel()
      source.emit('data', bytes(16))
      await next
      await setImmediate()
      expect(source.destroyed).toBe(true)
    }
  })

  it('fails with its source, also before anybody reads', async () => {
    const source = new PassThrough()
    const stream = toWebStream(source)
    source.destroy(new Error('The disk is gone'))
    await setImmediate()
    await expect(new Response(stream).text()).rejects.toThrow('The disk is gone')
  })

  it('destroys a source that is cancelled while it has nothing to give', async () => {
    const source = new PassThrough()
    const reader = toWebStream(source).getReader()
    const next = reader.read()
    await reader.cancel()
    expect(source.destroyed).toBe(true)
    expect(await next).toMatchObject({ done: true })
    await setImmediate()
  })

  it('reads no more than it is asked for', async () => {
    let made = 0
    const source = Readable.from(
      (async function* () {
        for (; made < 1000; made++) yield bytes(64 * 1024)
      })(),
      { objectMode: false },
    )
    const reader = toWebStream(source).getReader()
    await reader.read()
    await setImmediate()
    expect(made).toBeLessThan(10)
    await reader.cancel()
  })
})

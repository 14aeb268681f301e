import { connect } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AppEnv } from './context.ts'
import { limitBodies, MAX_BODY, MAX_SMALL_BODY, parseBody, readBody } from './request-body.ts'

describe('a request body', () => {
  let close = async () => {}
  afterEach(() => close())

  async function open(options?: Parameters<typeof limitBodies>[0]): Promise<number> {
    const app = new Hono<AppEnv>()
    app.onError((error, c) => c.text((error as { code?: string }).code ?? String(error), 400))
    app.post('*', limitBodies(options), async (c) => c.text(String((await readBody(c)).length)))
    return listen(app)
  }
  function listen(app: Hono<AppEnv>): Promise<number> {
    return new Promise((resolve) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
      close = () => new Promise((done) => server.close(() => done()))
    })
  }
  const post = async (port: number, path: string, body: RequestInit['body']) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, duplex: 'half' } as RequestInit)).text()
  const inChunks = (length: number) => new Blob(['x'.repeat(length)]).stream()

  it('must be small, except for operations', async () => {
    const port = await open()
    for (const path of [
      '/auth/v1/signup',
      '/auth/v1/token',
      '/api/join',
      '/api/join/look',
      '/api/trips',
      '/api/trips/x/sharing',
    ]) {
      expect(await post(port, path, 'x'.repeat(MAX_SMALL_BODY)), path).toBe(String(MAX_SMALL_BODY))
      expect(await post(port, path, 'x'.repeat(MAX_SMALL_BODY + 1)), path).toBe('body_too_large')
      expect(await post(port, path, inChunks(MAX_SMALL_BODY + 1)), path).toBe('body_too_large')
    }
    expect(await post(port, '/api/trips/x/operations', 'x'.repeat(MAX_BODY))).toBe(String(MAX_BODY))
    expect(await post(port, '/api/trips/x/operations', 'x'.repeat(MAX_BODY + 1))).toBe('body_too_large')
  })

  it('that is cut off is not a server error', async () => {
    let fail = (_: unknown) => {}
    const failed = new Promise<unknown>((resolve) => {
      fail = resolve
    })
    const app = new Hono<AppEnv>()
    app.onError((error, c) => {
      fail(error)
      return c.text('', 400)
    })
    app.post('*', async (c) => c.json(await parseBody(c, z.unknown())))
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      const socket = connect(port, '127.0.0.1')
      socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"a":', () =>
        setTimeout(() => socket.destroy(), 20),
      )
    })
    close = () => new Promise((done) => server.close(() => done()))
    expect(await failed).toMatchObject({ code: 'invalid_json' })
  })

  it('without a length is read only if the route needs it', async () => {
    const app = new Hono<AppEnv>()
    app.post('*', limitBodies(), (c) => c.text('not signed in', 401))
    const port = await listen(app)
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    const answer = new Promise((resolve) => socket.once('data', (data) => resolve(String(data))))
    socket.write(
      'POST /api/trips/x/operations HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfive!\r\n',
    )
    expect(await answer).toContain('401')
    socket.destroy()
  })

  it('is refused while incomplete bodies hold too much memory, and accepted once they are gone', async () => {
    const app = new Hono<AppEnv>()
    app.onError((error, c) => c.text((error as { code?: string }).code ?? String(error), 429))
    app.post('*', async (c) => c.text(String((await readBody(c, 1000)).length)))
    const port = await listen(app)
    const incomplete = connect(port, '127.0.0.1')
    incomplete.on('error', () => {})
    incomplete.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n${'x'.repeat(800)}`)
    await expect.poll(() => post(port, '/', 'y'.repeat(300))).toBe('too_many_requests')
    incomplete.destroy()
    await expect.poll(() => post(port, '/', 'y'.repeat(300))).toBe('300')
  })

  it('that arrives too slowly closes its connection, but a complete one may be processed for longer', async () => {
    const port = await open({ withinMs: 200 })
    const received: string[] = []
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (data) => received.push(String(data)))
    socket.on('error', () => {})
    socket.write('POST /api/trips HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nfive!')
    await new Promise((resolve) => socket.once('close', resolve))
    expect(received.join('')).not.toContain('200 OK')
    expect(await post(port, '/api/trips', 'whole')).toBe('5')
  })
})

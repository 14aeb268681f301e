import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, describe, expect, it } from 'vitest'
import { openTestApp } from '#server/testing/test-app.ts'
import type { AppEnv } from './context.ts'
import { serialRequests } from './serial-requests.ts'

describe('the requests of one connection', () => {
  let close = async () => {}
  afterEach(() => close())

  /** A server whose responses are larger than what a connection buffers unread. */
  async function open() {
    const answer = Buffer.alloc(8 * 1024 * 1024, 'x')
    const requested: string[] = []
    const app = new Hono<AppEnv>()
    app.use(serialRequests())
    app.get('*', (c) => {
      requested.push(c.req.path)
      return c.body(answer)
    })
    const port = await new Promise<number>((resolve) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info) => resolve(info.port))
      close = () => new Promise((done) => server.close(() => done()))
    })
    return { port, asked: requested, length: answer.length }
  }
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

  it('run one at a time, each after the response before was read, while other connections continue', async () => {
    const { port, asked: requested, length } = await open()
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    socket.write(Array.from({ length: 100 }, (_, n) => get(`/${n}`)).join(''))
    await expect.poll(() => requested).toEqual(['/0'])
    expect((await (await fetch(`http://127.0.0.1:${port}/other`)).arrayBuffer()).byteLength).toBe(length)
    await wait(100)
    expect(requested).toEqual(['/0', '/other'])

    let read = 0
    socket.on('data', (data) => {
      read += data.length
      if (read > 3 * length) socket.destroy()
    })
    socket.resume()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(requested.filter((path) => path !== '/other').slice(0, 4)).toEqual(['/0', '/1', '/2', '/3'])
  })

  it('do not wait for themselves, whatever their path', async () => {
    const server = await openTestApp('sqlite')
    const listening = serve({ fetch: server.app.fetch, port: 0, hostname: '127.0.0.1' })
    await once(listening, 'listening')
    const { port } = listening.address() as AddressInfo
    close = async () => {
      listening.close()
      await server.remove()
    }
    for (const path of ['/*', '/**', '/:id', '/api/*', '/*?token=x'])
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(404)
  })
})

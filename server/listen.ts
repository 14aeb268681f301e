import type { Writable } from 'node:stream'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import * as m from '#messages'
import type { Database } from './db/engine.ts'
import type { TripEvents } from './events/trip-events.ts'
import type { AppEnv } from './http/context.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Settings } from './settings/settings.ts'
import { portError } from './settings/start-error.ts'

const SWEEP_EVERY_MS = 60 * 60 * 1000
/** A 10 MB document over a weak mobile connection takes this long. */
const REQUEST_TIMEOUT_MS = 30 * 60 * 1000
/**
 * Longer than proxies keep idle connections (nginx 60 s, Caddyfile 60 s): otherwise a proxy may send a request on a
 * connection that the server is just closing, and answer 502. Node's default is 5 s.
 */
const IDLE_TIMEOUT_MS = 75_000
const STOP_TIMEOUT_MS = 10_000

interface ListenOptions {
  app: Hono<AppEnv>
  settings: Settings
  database: Database
  /** By name: what removes expired data, at the start and every hour. */
  sweeps: Record<string, () => Promise<void>>
  events: TripEvents
  log: Logger
  metrics: Metrics | undefined
}

/**
 * Serves the app until SIGTERM or SIGINT. Then it accepts no new requests, ends event streams, finishes running
 * requests and closes the database.
 * @throws StartError if the port is not available
 */
export async function listen({ app, settings, database, sweeps, events, log, metrics }: ListenOptions): Promise<void> {
  const { host, port } = settings
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const serverOptions = { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: IDLE_TIMEOUT_MS }
    const listening = serve({ fetch: app.fetch, hostname: host, port, serverOptions }, () => resolve(listening))
    if ('maxConnections' in listening) listening.maxConnections = settings.maxConnections
    listening.once('error', (cause: NodeJS.ErrnoException) => {
      reject(portError({ setting: 'PORT', host, port }, cause))
    })
  })
  metrics?.watch({ server, events, database, dataDir: settings.dataDir })
  const sweep = () => {
    for (const [what, run] of Object.entries(sweeps))
      run().catch((err) => log.error({ err }, `sweep of ${what} failed`))
  }
  const sweepTimer = setInterval(sweep, SWEEP_EVERY_MS)
  sweep()

  const address = server.address()
  const openPort = typeof address === 'object' && address ? address.port : port
  const shownHost = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
  const origin = settings.publicUrl?.origin ?? `http://${shownHost}:${openPort}`
  process.stdout.write(`${m.operating_listening({ address: origin })}\n`)

  let isStopping = false
  let running = 0
  // Idle connections would keep a stopping server open, also those on which a browser has not sent anything yet.
  const closeIfDone = () => {
    if (isStopping && running === 0 && 'closeAllConnections' in server) server.closeAllConnections()
  }
  server.on('request', (_request: unknown, response: Writable) => {
    running += 1
    response.once('close', () => {
      running -= 1
      closeIfDone()
    })
  })
  const stop = () => {
    if (isStopping) return
    isStopping = true
    clearInterval(sweepTimer)
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    const closingEvents = events.close()
    server.close(async () => {
      await closingEvents
      await database.close()
      process.exit(0)
    })
    closeIfDone()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

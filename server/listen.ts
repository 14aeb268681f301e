import type { Writable } from 'node:stream'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Database } from './db/engine.ts'
import type { TripEvents } from './events/trip-events.ts'
import type { AppEnv } from './http/context.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'

const SWEEP_EVERY_MS = 60 * 60 * 1000
/** A request may take this long to arrive: a document of 10 MB from a phone with little signal does. */
const REQUEST_WITHIN_MS = 30 * 60 * 1000
/** Requests that run at a stop may take this long to finish. */
const FINISH_WITHIN_MS = 10_000

interface Listening {
  app: Hono<AppEnv>
  settings: Settings
  database: Database
  /** What removes, by its name, what is no longer to be kept: at the start, and every hour. */
  sweeps: Record<string, () => Promise<void>>
  events: TripEvents
  log: Logger
  metrics: Metrics | undefined
}

/**
 * Serves the app until SIGTERM or SIGINT: then no new request is taken, event streams end, running requests finish, and the
 * database closes.
 * @throws StartError when the port cannot be had
 */
export async function listen({ app, settings, database, sweeps, events, log, metrics }: Listening): Promise<void> {
  const { host, port } = settings
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const serverOptions = { requestTimeout: REQUEST_WITHIN_MS }
    const starting = serve({ fetch: app.fetch, hostname: host, port, serverOptions }, () => resolve(starting))
    if ('maxConnections' in starting) starting.maxConnections = settings.maxConnections
    starting.once('error', (cause: NodeJS.ErrnoException) => {
      const reason =
        cause.code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be listened on: ${cause.message}`
      reject(new StartError(`PORT: port ${port} on ${host} ${reason}.`))
    })
  })
  metrics?.watch({ server, events, database, dataDir: settings.dataDir })
  const sweep = () => {
    for (const [what, run] of Object.entries(sweeps)) run().catch((err) => log.error({ err }, `${what} not swept`))
  }
  const sweeping = setInterval(sweep, SWEEP_EVERY_MS)
  sweep()

  const address = server.address()
  const openPort = typeof address === 'object' && address ? address.port : port
  const shown = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
  process.stdout.write(`Wayfare is open at ${settings.publicUrl?.origin ?? `http://${shown}:${openPort}`}\n`)

  let stopping = false
  const closeIdleConnections = () => {
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  }
  // A connection that is kept after its last answer would hold a stopping server open, and could go on asking.
  server.on('request', (_request: unknown, response: Writable) => {
    response.once('finish', () => stopping && closeIdleConnections())
  })
  const stop = () => {
    if (stopping) return
    stopping = true
    clearInterval(sweeping)
    setTimeout(() => process.exit(1), FINISH_WITHIN_MS).unref()
    const closingEvents = events.close()
    server.close(async () => {
      await closingEvents
      await database.close()
      process.exit(0)
    })
    closeIdleConnections()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

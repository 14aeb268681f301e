import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type DatabaseTime, databaseTimes } from '../db/database-times.ts'
import type { Metrics, Watched } from './metrics.ts'
import { watchSizes } from './sizes.ts'

/*
 * The metrics in Prometheus format.
 * Job: counting takes a few microseconds per request; anything slower is read at a scrape or at intervals.
 * Invariants: every label has a closed list of values, so the number of series (some hundreds) does not depend on
 *   people or trips.
 * Failure: a value that cannot be read stays as it was.
 */

/** In seconds. A cached response takes 0.5 ms, hashing a password 0.1 s. */
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const DATABASE_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
const AI_BUCKETS = [0.5, 1, 2.5, 5, 10, 20, 45]
const WEATHER_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 8]

/** All other methods are counted as one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])

/** This process's metrics, including Node's own: CPU, memory, garbage collection, event loop delay. */
export function openPrometheus(): { metrics: Metrics; registry: Registry } {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'wayfare_request_seconds',
    help: 'Requests: how long until their answer was made, by route and class of status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const failures = new Counter({
    name: 'wayfare_failures_total',
    help: 'Requests that were answered with a failure, by its code.',
    labelNames: ['code'] as const,
    registers,
  })
  const operations = new Counter({
    name: 'wayfare_operations_total',
    help: 'What people did to plans, by how it ended: applied, superseded, or why it was refused.',
    labelNames: ['outcome'] as const,
    registers,
  })
  const uploads = new Counter({ name: 'wayfare_uploads_total', help: 'Documents that were stored.', registers })
  const uploaded = new Counter({ name: 'wayfare_upload_bytes_total', help: 'What those had.', registers })
  const aiTexts = new Histogram({
    name: 'wayfare_ai_seconds',
    help: 'Texts that were asked of the AI provider, by how that ended: ok, or the code of the failure.',
    labelNames: ['outcome'] as const,
    buckets: AI_BUCKETS,
    registers,
  })
  const weather = new Histogram({
    name: 'wayfare_weather_seconds',
    help: 'Questions to the weather service, by how that ended: ok, limited (not asked), or how it failed.',
    labelNames: ['outcome'] as const,
    buckets: WEATHER_BUCKETS,
    registers,
  })
  const mails = new Counter({
    name: 'wayfare_mails_total',
    help: 'Tries to send a mail, by how that ended: sent, postponed, refused, given_up, or void: there was nothing to say any more.',
    labelNames: ['outcome'] as const,
    registers,
  })
  const pushes = new Counter({
    name: 'wayfare_pushes_total',
    help: 'Tries to send a push, by how that ended: sent, postponed, refused, gone, given_up, or void: there was nothing to say any more.',
    labelNames: ['outcome'] as const,
    registers,
  })
  const limited = new Counter({
    name: 'wayfare_limited_total',
    help: 'Who was refused for having tried too often, by the limit.',
    labelNames: ['limit'] as const,
    registers,
  })
  const database = new Histogram({
    name: 'wayfare_database_seconds',
    help: 'turn: of a change of a plan. wait: for a connection. hold: of one. commit: of a transaction. flush: to the disk of SQLite.',
    labelNames: ['what'] as const,
    buckets: DATABASE_BUCKETS,
    registers,
  })

  const requestSeries = new Map<string, Histogram.Internal<string>>()
  const timed = Object.fromEntries(databaseTimes.map((what) => [what, database.labels(what)])) as Record<
    DatabaseTime,
    Histogram.Internal<string>
  >
  const applied = operations.labels('applied')

  const metrics: Metrics = {
    countRequest: (method, route, status, seconds) => {
      const known = METHODS.has(method) ? method : 'other'
      const key = `${known} ${route} ${(status / 100) | 0}`
      let series = requestSeries.get(key)
      if (!series) {
        series = requests.labels(known, route, `${(status / 100) | 0}xx`)
        requestSeries.set(key, series)
      }
      series.observe(seconds)
    },
    countFailure: (code) => failures.inc({ code }),
    countOperations: (sent, { superseded, refused }) => {
      applied.inc(sent - superseded.length - refused.length)
      if (superseded.length > 0) operations.inc({ outcome: 'superseded' }, superseded.length)
      for (const { code } of refused) operations.inc({ outcome: code })
    },
    countUpload: (bytes) => {
      uploads.inc()
      uploaded.inc(bytes)
    },
    countAiText: (outcome, seconds) => aiTexts.observe({ outcome }, seconds),
    countWeather: (outcome, seconds) => weather.observe({ outcome }, seconds),
    countMail: (outcome) => mails.inc({ outcome }),
    countPush: (outcome) => pushes.inc({ outcome }),
    countLimited: (limit) => limited.inc({ limit }),
    timeDatabase: (what, seconds) => timed[what].observe(seconds),
    watch: (watched) => {
      watchState(registry, watched)
      watchSizes(registry, watched)
    },
  }
  return { metrics, registry }
}

function watchState(registry: Registry, { server, events, database: { pool } }: Watched): void {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  gauge('wayfare_event_streams', 'Streams of live events that are open.', () => events.openStreams)
  gauge('wayfare_connections', 'Connections that are open to the port of the app.', () => connectionsOf(server))
  if (!pool) return
  gauge('wayfare_pool_connections', 'Connections to PostgreSQL that are open.', () => pool.totalCount)
  gauge('wayfare_pool_in_use', 'Of these, those that are at work.', () => pool.totalCount - pool.idleCount)
  gauge('wayfare_pool_waiting', 'Requests that wait for a connection.', () => pool.waitingCount)
}

function connectionsOf(server: Watched['server']): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((failure, count) => (failure ? reject(failure) : resolve(count)))
  })
}

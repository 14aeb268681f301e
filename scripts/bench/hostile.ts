import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { PostgresCluster } from '../check-crash/postgres-cluster.ts'
import { BenchServer } from './server.ts'
import type { Row } from './table.ts'
import { Visitor } from './visitor.ts'

/** A history of long versions, within the default quotas of one account. */
const VERSIONS = 60
const NOTES = 180
const NOTE_LENGTH = 4800
const MEMORY_EVERY_MS = 20
const SETTLE_MS = 300
const IDLE_MS = 3000
const HEALTH_BUDGET_MS = 100
const MEMORY_BUDGET_MB = 150

/** A hostile load. It must not delay other requests or fill the memory. */
type Case = (server: BenchServer, target: Target) => Promise<unknown>

interface Target {
  visitor: Visitor
  cookie: string
  /** The notes of the last version. */
  notes: { id: string; text: string }[]
}

/**
 * Measures the latency of `/healthz` and the server's memory during hostile requests, on both engines. "Held" is the
 * longest time for which the event loop was blocked. The rest of the latency is due to the machine, which the senders
 * share.
 */
export async function measureHostile(): Promise<Row[]> {
  const cluster = await PostgresCluster.start()
  try {
    const onSqlite = await measureEngine('SQLite', {})
    return [...onSqlite, ...(await measureEngine('PostgreSQL', { DATABASE_URL: cluster.urlOf('postgres') }))]
  } finally {
    await cluster.remove()
  }
}

async function measureEngine(engine: string, env: Record<string, string>): Promise<Row[]> {
  const server = BenchServer.metered(env)
  try {
    await server.start()
    const target = await prepare(server)
    await server.stop()
    await server.start()
    const idle = await watch(server, () => pause(IDLE_MS))
    const measured: (Watched & { what: string })[] = []
    for (const [what, run] of Object.entries(cases)) {
      const watched = await watch(server, () => run(server, target))
      measured.push({ ...watched, what, mb: watched.mb - idle.mb })
      await pause(IDLE_MS)
    }
    const worst = (of: 'ms' | 'mb') => Math.max(...measured.map((one) => one[of]))
    return [
      { what: `Longest response of /healthz on ${engine} without other requests`, measured: idle.ms, unit: 'ms' },
      {
        what: `Longest response of /healthz on ${engine} during hostile requests`,
        measured: worst('ms'),
        unit: 'ms',
        budget: HEALTH_BUDGET_MS,
        details: measured.map(({ what, ms, heldMs }) => `${ms.toFixed(0)} ms (held ${heldMs.toFixed(0)}): ${what}`),
      },
      {
        what: `Memory above idle on ${engine} during hostile requests`,
        measured: worst('mb'),
        unit: 'MB',
        budget: MEMORY_BUDGET_MB,
        details: measured.map(({ what, mb }) => `${mb.toFixed(0)} MB: ${what}`),
      },
    ]
  } finally {
    await server.remove()
  }
}

interface Watched {
  ms: number
  heldMs: number
  mb: number
}

/** Measures the longest response of `/healthz`, the longest block and the peak memory while `run` runs. */
async function watch(server: BenchServer, run: () => Promise<unknown>): Promise<Watched> {
  const watcher = new Worker(new URL('health-watch.mjs', import.meta.url), { workerData: server.address })
  const longest = () => {
    const answered = new Promise<number>((resolve) => watcher.once('message', resolve))
    watcher.postMessage('?')
    return answered
  }
  let mb = 0
  const memory = setInterval(() => {
    mb = Math.max(mb, server.memoryMB())
  }, MEMORY_EVERY_MS)
  try {
    // The first response includes opening the connection.
    await pause(SETTLE_MS)
    await longest()
    await server.longestHold()
    await run()
    return { ms: await longest(), heldMs: await server.longestHold(), mb: Math.max(mb, server.memoryMB()) }
  } finally {
    clearInterval(memory)
    await watcher.terminate()
  }
}

async function prepare(server: BenchServer): Promise<Target> {
  const visitor = await Visitor.arrive(server.address)
  const cookie = visitor.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const newNotes = () =>
    Array.from({ length: NOTES }, () => ({ id: randomUUID() as string, text: 'lorem ipsum '.repeat(NOTE_LENGTH / 12) }))
  let notes = newNotes()
  for (let version = 0; version < VERSIONS; version += 2) {
    await visitor.operate(
      'notes',
      notes.map((entry) => ({ do: 'insert', at: [entry.id], entry, after: null })),
    )
    if (version + 2 >= VERSIONS) break
    await visitor.operate(
      'notes',
      notes.map((was) => ({ do: 'remove', at: [was.id], was, after: null })),
    )
    notes = newNotes()
  }
  return { visitor, cookie, notes }
}

const many = (count: number, run: (number: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, number) => run(number)))

async function send(server: BenchServer, path: string, cookie: string, body?: string): Promise<number> {
  const headers = { cookie, 'content-type': 'application/json', origin: server.address }
  const answer = await fetch(
    server.address + path,
    body === undefined ? { headers } : { method: 'POST', headers, body },
  )
  await answer.arrayBuffer()
  return answer.status
}

const superseded = ({ notes }: Target, seen: number) =>
  JSON.stringify({
    operations: notes.slice(0, 95).map(({ id }) => ({
      id: randomUUID(),
      section: 'notes',
      do: 'remove',
      at: [id],
      was: { id, text: 'another text' },
      after: null,
    })),
    seen: { notes: seen },
  })

const cases: Record<string, Case> = {
  '95 superseded operations in a long history': (server, target) =>
    send(server, `/api/trips/${target.visitor.tripId}/operations`, target.cookie, superseded(target, VERSIONS - 2)),
  'the same, last seen at the first version': (server, target) =>
    send(server, `/api/trips/${target.visitor.tripId}/operations`, target.cookie, superseded(target, 1)),
  '12 requests for all changes at once': (server, { visitor, cookie }) =>
    many(12, () =>
      send(server, `/api/trips/${visitor.tripId}/history/notes/changes?from=1&to=${VERSIONS - 1}`, cookie),
    ),
  '12 requests for whole versions at once': (server, { visitor, cookie }) =>
    many(12, (number) => send(server, `/api/trips/${visitor.tripId}/history/notes/${VERSIONS - 2 - number}`, cookie)),
  '8 exports at once': (server, { cookie }) => many(8, () => send(server, '/auth/v1/export', cookie).catch(() => {})),
  '5,000 invitations that do not exist': async (server) => {
    for (let round = 0; round < 50; round++)
      await many(100, () =>
        send(server, '/api/join', '', JSON.stringify({ token: randomUUID(), device: randomUUID(), name: 'A' })),
      )
  },
  '200 unauthenticated bodies of a megabyte that never end': (server, { visitor }) =>
    many(200, async () => {
      const { hostname, port } = new URL(server.address)
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      const head = `POST /api/trips/${visitor.tripId}/operations HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${server.address}\r\n`
      socket.write(
        `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nf0000\r\n${'x'.repeat(0xf0000)}\r\n`,
      )
      await pause(2000)
      socket.destroy()
    }),
  '150 sign-ins at once': (server) =>
    many(150, (number) =>
      send(
        server,
        '/auth/v1/token?grant_type=password',
        '',
        JSON.stringify({ email: `${number}@example.org`, password: 'pine-needles' }),
      ),
    ),
}

import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { PostgresCluster } from '../check-crash/postgres-cluster.ts'
import { tripCases } from './hostile-trips.ts'
import { BenchServer, type Hold } from './server.ts'
import type { Row } from './table.ts'
import { Visitor } from './visitor.ts'

/** A history of long versions, within the default quotas of one account. */
const VERSIONS = 60
const NOTES = 180
const NOTE_LENGTH = 4800
const MEMORY_EVERY_MS = 20
const SETTLE_MS = 300
const IDLE_MS = 3000
const BUDGET_MS = 100
/** On SQLite a transaction of somebody else may come first. */
const TRIP_BUDGET_MS = 250
const MEMORY_BUDGET_MB = 150
/** Repetitions of what is done to trips. The shortest counts: other load on the machine only makes it longer. */
const TIMES = 2

/** A hostile load. It must not delay other requests or fill the memory. */
type Case = (server: BenchServer, target: Target) => Promise<unknown>

interface Target {
  visitor: Visitor
  cookie: string
  /** The notes of the last version. */
  notes: { id: string; text: string }[]
}

/**
 * Measures what others notice of hostile requests, and of what is done to ordinary trips, on both engines: the latency
 * of `/healthz`, which needs nothing but the process, that of another account's trip, which needs the database, and the
 * server's memory. "Held" is the longest time for which the event loop was blocked. The rest of the latency is due to
 * the machine, which the senders share.
 */
export async function measureHostile(): Promise<Row[]> {
  const cluster = await PostgresCluster.start()
  try {
    const engines = { SQLite: {}, PostgreSQL: { DATABASE_URL: cluster.urlOf('postgres') } }
    const rows: Row[] = []
    for (const [engine, env] of Object.entries(engines))
      if (onlyEngine === undefined || engine === onlyEngine) rows.push(...(await measureEngine(engine, env)))
    return rows
  } finally {
    await cluster.remove()
  }
}

/** BENCH_HOSTILE='SQLite copied' runs only what these words name: the engine, and cases. */
const [onlyEngine, ...onlyWords] = (process.env['BENCH_HOSTILE'] ?? '').split(' ').filter(Boolean)
const isWanted = ([what]: [string, unknown]) => onlyWords.every((word) => what.includes(word))

async function measureEngine(engine: string, env: Record<string, string>): Promise<Row[]> {
  const server = BenchServer.metered(env)
  try {
    await server.start()
    const target = await prepare(server)
    const other = await Visitor.arrive(server.address)
    const restart = async () => {
      await server.stop()
      await server.start()
      await other.openTrip()
    }
    await restart()
    const watching = (run: () => Promise<unknown>) => watch(server, other, run)
    const idle = await watching(() => pause(IDLE_MS))
    const measured: (Watched & { what: string })[] = []
    const describe = ({ what, heldMs, computedMs, healthMs, tripMs, mb, keptMB }: Watched & { what: string }) =>
      `${heldMs.toFixed(0)} ms held (${computedMs.toFixed(0)} computing), /healthz ${healthMs.toFixed(0)}, ` +
      `another trip ${tripMs.toFixed(0)}, ${mb.toFixed(0)} MB, ${keptMB.toFixed(0)} kept: ${what}`
    const add = (one: Watched & { what: string }) => {
      console.log(`  ${engine}: ${describe(one)}`)
      measured.push(one)
    }
    // Before the others, which use up this network's attempts to join.
    for (const [what, prepareCase] of Object.entries(tripCases).filter(isWanted)) {
      await restart()
      const runs: Watched[] = []
      for (let time = 0; time < TIMES; time++) {
        const run = await prepareCase(server)
        await pause(SETTLE_MS)
        runs.push(await watching(run))
      }
      const least = (of: keyof Watched) => Math.min(...runs.map((one) => one[of]))
      const most = (of: keyof Watched) => Math.max(...runs.map((one) => one[of]))
      add({
        what,
        heldMs: least('heldMs'),
        computedMs: least('computedMs'),
        healthMs: least('healthMs'),
        tripMs: least('tripMs'),
        mb: most('mb'),
        keptMB: most('keptMB'),
      })
    }
    for (const [what, run] of Object.entries(cases).filter(isWanted)) {
      await restart()
      add({ what, ...(await watching(() => run(server, target))) })
      await pause(IDLE_MS)
    }
    const row = (what: string, of: keyof Watched, unit: string, budget: number): Row => ({
      what: `${what} on ${engine}`,
      measured: Math.max(...measured.map((one) => one[of])),
      unit,
      budget,
    })
    return [
      { what: `Longest hold on ${engine} without other requests`, measured: idle.heldMs, unit: 'ms' },
      { ...row('Longest hold', 'heldMs', 'ms', BUDGET_MS), details: measured.map(describe) },
      { what: `Longest opening of another trip on ${engine} when idle`, measured: idle.tripMs, unit: 'ms' },
      row('Longest opening of another trip', 'tripMs', 'ms', TRIP_BUDGET_MS),
      row('Memory that a case adds', 'mb', 'MB', MEMORY_BUDGET_MB),
      row('Heap that a case leaves in use', 'keptMB', 'MB', MEMORY_BUDGET_MB),
    ]
  } finally {
    await server.remove()
  }
}

interface Watched extends Hold {
  healthMs: number
  tripMs: number
  /** What it added to the resident memory at most. */
  mb: number
  /** What it added to the heap in use: caches, or a leak. */
  keptMB: number
}

/** Measures the longest responses and the longest block, and the peak memory, while `run` runs. */
async function watch(server: BenchServer, other: Visitor, run: () => Promise<unknown>): Promise<Watched> {
  const workerData = { address: server.address, path: `/api/trips/${other.tripId}`, cookie: other.cookie }
  const watcher = new Worker(new URL('health-watch.mjs', import.meta.url), { workerData })
  const longest = () => {
    const answered = new Promise<{ health: number; trip: number }>((resolve) => watcher.once('message', resolve))
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
    const heapBefore = await server.collectGarbage()
    const before = server.memoryMB()
    mb = before
    await server.longestHold()
    await run()
    const hold = await server.longestHold()
    const { health, trip } = await longest()
    const added = Math.max(mb, server.memoryMB()) - before
    const keptMB = (await server.collectGarbage()) - heapBefore
    return { ...hold, healthMs: health, tripMs: trip, mb: added, keptMB }
  } finally {
    clearInterval(memory)
    await watcher.terminate()
  }
}

async function prepare(server: BenchServer): Promise<Target> {
  const visitor = await Visitor.arrive(server.address)
  const { cookie } = visitor
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

import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { BenchServer } from './server.ts'
import type { Row } from './table.ts'
import { Visitor } from './visitor.ts'

/** A history of long versions, within what one account may have by default. */
const VERSIONS = 60
const NOTES = 180
const NOTE_LENGTH = 4800
const ASK_EVERY_MS = 10
const IDLE_MS = 3000
const HEALTH_BUDGET_MS = 100
const MEMORY_BUDGET_MB = 150

/** What somebody may do who means harm; nothing of it may keep others waiting, or fill the memory. */
type Case = (server: BenchServer, target: Target) => Promise<unknown>

interface Target {
  visitor: Visitor
  cookie: string
  /** The notes as the last version has them. */
  notes: { id: string; text: string }[]
}

/** How long `/healthz` takes, and how much memory the server has, while hostile requests come. */
export async function measureHostile(): Promise<Row[]> {
  const server = new BenchServer()
  try {
    await server.start()
    const target = await prepare(server)
    await server.stop()
    await server.start()
    const idle = await watch(server, () => pause(IDLE_MS))
    const measured: { what: string; ms: number; mb: number }[] = []
    for (const [what, run] of Object.entries(cases)) {
      const { ms, mb } = await watch(server, () => run(server, target))
      measured.push({ what, ms, mb: mb - idle.mb })
      await pause(IDLE_MS)
    }
    const worst = (of: 'ms' | 'mb') => Math.max(...measured.map((one) => one[of]))
    return [
      { what: 'Longest answer of /healthz while nothing else is asked', measured: idle.ms, unit: 'ms' },
      {
        what: 'Longest answer of /healthz during hostile requests',
        measured: worst('ms'),
        unit: 'ms',
        budget: HEALTH_BUDGET_MS,
        details: measured.map(({ what, ms }) => `${ms.toFixed(0)} ms: ${what}`),
      },
      {
        what: 'Memory above idle during hostile requests',
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

/** The longest answer of `/healthz`, and the most memory, while something goes on. */
async function watch(server: BenchServer, run: () => Promise<unknown>): Promise<{ ms: number; mb: number }> {
  let isOver = false
  let [ms, mb] = [0, 0]
  const watching = (async () => {
    while (!isOver) {
      const asked = performance.now()
      await (await fetch(`${server.address}/healthz`)).arrayBuffer()
      ms = Math.max(ms, performance.now() - asked)
      mb = Math.max(mb, server.memoryMB())
      await pause(ASK_EVERY_MS)
    }
  })()
  await run()
  isOver = true
  await watching
  return { ms, mb }
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
  const answer = await fetch(server.address + path, body === undefined ? { headers } : { method: 'POST', headers, body })
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
    many(12, () => send(server, `/api/trips/${visitor.tripId}/history/notes/changes?from=1&to=${VERSIONS - 1}`, cookie)),
  '12 requests for whole versions at once': (server, { visitor, cookie }) =>
    many(12, (number) => send(server, `/api/trips/${visitor.tripId}/history/notes/${VERSIONS - 2 - number}`, cookie)),
  '8 exports at once': (server, { cookie }) => many(8, () => send(server, '/auth/v1/export', cookie)),
  '5,000 invitations that nobody has made': async (server) => {
    for (let round = 0; round < 50; round++)
      await many(100, () => send(server, '/api/join', '', JSON.stringify({ token: randomUUID(), device: randomUUID(), name: 'A' })))
  },
  '200 bodies of a megabyte that never end, from nobody': (server, { visitor }) =>
    many(200, async () => {
      const { hostname, port } = new URL(server.address)
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      const head = `POST /api/trips/${visitor.tripId}/operations HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${server.address}\r\n`
      socket.write(`${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nf0000\r\n${'x'.repeat(0xf0000)}\r\n`)
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

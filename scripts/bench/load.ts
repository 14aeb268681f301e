import { statSync } from 'node:fs'
import { join } from 'node:path'
import { PostgresCluster } from '../check-crash/postgres-cluster.ts'
import { BenchServer } from './server.ts'
import { openStreams } from './streams.ts'
import { quantile, type Row } from './table.ts'
import { FEW, TickedList } from './ticks.ts'
import { Visitor } from './visitor.ts'

const PEOPLE = 50
const CONNECTIONS = [10, 100, 500]
const TRIPS = [10, 10_000]
const MEASURED_MS = 3000
/** Trips are created by so many workers in parallel. */
const WORKERS = 10

interface Planned {
  visitor: Visitor
  list: TickedList
}

/**
 * The throughput of one process: opening trips and ticking items, on both engines, with few and many trips in the
 * database, and with a thousand open event streams. The clients and PostgreSQL share its cores.
 */
export async function measureLoad(): Promise<Row[]> {
  const cluster = await PostgresCluster.start()
  try {
    const onPostgres = new BenchServer(undefined, { env: { DATABASE_URL: cluster.urlOf('postgres') } })
    return [...(await measureEngine('SQLite', new BenchServer())), ...(await measureEngine('PostgreSQL', onPostgres))]
  } finally {
    await cluster.remove()
  }
}

async function measureEngine(engine: string, server: BenchServer): Promise<Row[]> {
  const rows: Row[] = []
  try {
    await server.start()
    const people: Visitor[] = []
    for (let n = 0; n < PEOPLE; n++) people.push(await Visitor.arrive(server.address))
    const trips: Planned[] = []
    for (const count of TRIPS) {
      await makeTrips(people, trips, count)
      // Restart to empty the caches.
      await server.stop()
      if (engine === 'SQLite') rows.push(sizeOf(server, trips.length))
      await server.start()
      for (const connections of CONNECTIONS) rows.push(...(await measureWith(engine, server, trips, connections)))
    }
    rows.push(...(await measureStreaming(engine, server, people)))
    return rows
  } finally {
    await server.remove()
  }
}

/** Creates trips with details and an edited checklist until there are `count`. */
async function makeTrips(people: readonly Visitor[], trips: Planned[], count: number): Promise<void> {
  let started = trips.length
  const make = async () => {
    while (started < count) {
      const n = started++
      const visitor = await (people[n % people.length] as Visitor).planAnother()
      trips.push({ visitor, list: await TickedList.make(visitor, FEW) })
      visitor.leave()
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, make))
}

async function measureWith(
  engine: string,
  server: BenchServer,
  trips: readonly Planned[],
  connections: number,
): Promise<Row[]> {
  const at = `${engine}, ${trips.length.toLocaleString('en')} trips, ${connections} connections`
  const tripOf = (n: number) => trips[n % trips.length] as Planned
  const visitors = Array.from({ length: connections }, (_, n) => tripOf(n).visitor.connectAgain())
  const opens = await repeat(server, visitors, (visitor) =>
    visitor.openAs(tripOf(Math.floor(Math.random() * trips.length)).visitor),
  )
  const ticks = await repeat(server, visitors, async (visitor, n) => {
    await tripOf(n).list.tick(visitor)
  })
  for (const visitor of visitors) visitor.leave()
  return [
    { what: `${at}: opens of any trip`, ...opens },
    { what: `${at}: ticks`, ...ticks },
  ]
}

async function measureStreaming(engine: string, server: BenchServer, people: readonly Visitor[]): Promise<Row[]> {
  const before = server.memoryMB()
  const streams = await openStreams(server.address, people, 1000 / PEOPLE)
  const held = server.memoryMB()
  const visitors = people.slice(0, 10).map((person) => person.connectAgain())
  const lists = await Promise.all(visitors.map((visitor) => TickedList.make(visitor, FEW)))
  const ticks = await repeat(server, visitors, async (visitor, n) => {
    await lists[n]?.tick(visitor)
  })
  const open = streams.filter(({ isOpen }) => isOpen).length
  for (const stream of streams) stream.close()
  for (const visitor of visitors) visitor.leave()
  ticks.details?.push(
    `${open} streams open, ${before.toFixed(0)} MB before and ${held.toFixed(0)} MB with them; ` +
      `each tick is published to ${1000 / PEOPLE}`,
  )
  return [{ what: `${engine}, 1,000 event streams, 10 connections: ticks`, ...ticks }]
}

/** Each trip has details and a checklist of 99 items, created by a few dozen operations. */
function sizeOf(server: BenchServer, trips: number): Row {
  const { size } = statSync(join(server.dataDir, 'wayfare.sqlite'))
  const details = [`${(size / 1000 / (trips + PEOPLE)).toFixed(1)} kB for each, with its account`]
  return {
    what: `SQLite, ${trips.toLocaleString('en')} trips: the closed database`,
    measured: size / 1e6,
    unit: 'MB',
    details,
  }
}

/** Every visitor sends requests in a loop for a while. */
async function repeat(
  server: BenchServer,
  visitors: readonly Visitor[],
  send: (visitor: Visitor, n: number) => Promise<void>,
) {
  await Promise.all(visitors.map(send))
  const times: number[] = []
  const cpuBefore = server.cpuTime()
  const start = performance.now()
  const sendLoop = async (visitor: Visitor, n: number) => {
    while (performance.now() - start < MEASURED_MS) {
      const sentAt = performance.now()
      await send(visitor, n)
      times.push(performance.now() - sentAt)
    }
  }
  await Promise.all(visitors.map(sendLoop))
  const took = performance.now() - start
  const { userMs, systemMs } = server.cpuTime()
  const cpu = userMs + systemMs - cpuBefore.userMs - cpuBefore.systemMs
  return {
    measured: (times.length / took) * 1000,
    unit: '/s',
    details: [
      `response time: median ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms; ` +
        `${(cpu / times.length).toFixed(2)} ms of CPU each, ${((cpu / took) * 100).toFixed(0)} % of a core; ` +
        `${server.memoryMB().toFixed(0)} MB`,
    ],
  }
}

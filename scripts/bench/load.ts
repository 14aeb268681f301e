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
/** So many trips are made at a time. */
const MAKERS = 10

/** A trip, as whoever has made it sees it, and what is ticked in it. */
interface Planned {
  visitor: Visitor
  list: TickedList
}

/**
 * What one process takes of people who open trips and tick things off, on both engines, with few and with many trips in the database,
 * and while it holds a thousand event streams. The people run on the same cores, and PostgreSQL too.
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
      // With nothing kept of what was just made.
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

/** Makes trips with details and a checklist that somebody has edited, until there are so many. */
async function makeTrips(people: readonly Visitor[], trips: Planned[], count: number): Promise<void> {
  let begun = trips.length
  const make = async () => {
    while (begun < count) {
      const n = begun++
      const visitor = await (people[n % people.length] as Visitor).planAnother()
      trips.push({ visitor, list: await TickedList.make(visitor, FEW) })
      visitor.leave()
    }
  }
  await Promise.all(Array.from({ length: MAKERS }, make))
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
    `${open} streams held, ${before.toFixed(0)} MB before and ${held.toFixed(0)} MB with them; each tick is told to ${1000 / PEOPLE}`,
  )
  return [{ what: `${engine}, 1,000 event streams, 10 connections: ticks`, ...ticks }]
}

/** Each trip has details and a checklist of 99 items, made by some dozen operations. */
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

/** Has every visitor ask again and again for a while. */
async function repeat(
  server: BenchServer,
  visitors: readonly Visitor[],
  ask: (visitor: Visitor, n: number) => Promise<void>,
) {
  await Promise.all(visitors.map(ask))
  const times: number[] = []
  const cpuBefore = server.cpuTime()
  const begun = performance.now()
  const askOn = async (visitor: Visitor, n: number) => {
    while (performance.now() - begun < MEASURED_MS) {
      const asked = performance.now()
      await ask(visitor, n)
      times.push(performance.now() - asked)
    }
  }
  await Promise.all(visitors.map(askOn))
  const took = performance.now() - begun
  const { userMs, systemMs } = server.cpuTime()
  const cpu = userMs + systemMs - cpuBefore.userMs - cpuBefore.systemMs
  return {
    measured: (times.length / took) * 1000,
    unit: '/s',
    details: [
      `answered: half within ${quantile(times, 0.5).toFixed(1)} ms, 99 % within ${quantile(times, 0.99).toFixed(1)} ms; ` +
        `${(cpu / times.length).toFixed(2)} ms of CPU each, ${((cpu / took) * 100).toFixed(0)} % of a core; ${server.memoryMB().toFixed(0)} MB`,
    ],
  }
}

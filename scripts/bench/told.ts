import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { PushSubscriptionRequest } from '#domain/api/notices.ts'
import { PostgresCluster } from '../check-crash/postgres-cluster.ts'
import type { Question, Report } from './push-stand-in.ts'
import { BenchServer, type Hold } from './server.ts'
import { quantile, type Row } from './table.ts'
import { FEW, TickedList } from './ticks.ts'
import { countUnseen, findPushKey, letBeDueAt, PEOPLE, plantTrips, REMINDED, TRIPS } from './told-trips.ts'
import { Visitor } from './visitor.ts'

const WITHOUT_MS = 15_000
const WARM_UP_MS = 3000
/** From when the trips are made due until the requests begin: the start of the server. */
const START_MS = 10_000
const GIVE_UP_MS = 180_000
const ASK_EVERY_MS = 250
/** Between the requests of one client. */
const PAUSE_MS = 15
const BUDGET_S = 60
const BUDGET_MS = 100

/**
 * Measures on both engines how long it takes to remind 10,000 people, and how much that slows down other users. Runs
 * from the time when the reminders are due until the push service has received the last push. Before and meanwhile,
 * clients open a trip, tick an item and list their trips.
 * BUDGET_MS limits two things: how long the server computes in one turn of its event loop, and how much longer the
 * longest response takes than without reminders. "Held" is the whole duration of a turn; on a busy machine it includes
 * waiting for a processor, since clients, push service and PostgreSQL share the cores.
 */
export async function measureTold(): Promise<Row[]> {
  const cluster = await PostgresCluster.start()
  try {
    const engines = { SQLite: undefined, PostgreSQL: cluster.urlOf('postgres') }
    const rows: Row[] = []
    for (const [engine, databaseUrl] of Object.entries(engines))
      if (onlyEngine === undefined || engine === onlyEngine) {
        const measured = await measureEngine(engine, databaseUrl)
        for (const { what, measured: value, unit } of measured) console.log(`  ${what}: ${value.toFixed(1)} ${unit}`)
        rows.push(...measured)
      }
    return rows
  } finally {
    await cluster.remove()
  }
}

/** BENCH_TOLD=SQLite measures only this engine. */
const onlyEngine = process.env['BENCH_TOLD']

async function measureEngine(engine: string, databaseUrl: string | undefined): Promise<Row[]> {
  const pushes = await PushStandIn.start()
  const server = BenchServer.metered({ ...pushes.env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
  try {
    await server.start()
    const place = { dataDir: server.dataDir, databaseUrl }
    const clients = await Clients.arrive(server)
    await server.stop()
    await plantTrips(place, await pushes.subscribe(await findPushKey(place), TRIPS * PEOPLE))

    await server.start()
    await server.longestHold()
    await until(async () => (await countUnseen(place)) === 0, 'not all trips were looked at')
    const looking = await server.longestHold()
    await server.stop()

    const dueAt = Date.now() + START_MS + WARM_UP_MS + WITHOUT_MS
    await letBeDueAt(place, new Date(dueAt))
    await server.start()
    clients.begin()
    await pause(WARM_UP_MS)
    const without = await watch(server, clients, () => pause(dueAt - Date.now()))
    const during = await watch(server, clients, () => pushes.receive(REMINDED))
    const { arrived, browsers, firstAt, lastAt, faults } = await pushes.report()
    await clients.end()
    if (faults.length > 0 || browsers !== arrived) throw new Error(`${arrived} to ${browsers} browsers, ${faults}`)
    const usual = (kind: string) => without.times.find(({ what }) => what === kind) as Times
    const seconds = (at: number) => ((at - dueAt) / 1000).toFixed(1)
    return [
      {
        what: `${engine}: until ${REMINDED.toLocaleString('en')} people have their reminder`,
        measured: (lastAt - dueAt) / 1000,
        unit: 's',
        budget: BUDGET_S,
        details: [`the first push came after ${seconds(firstAt)} s, the last after ${seconds(lastAt)} s`],
      },
      {
        what: `${engine}: longest time for which the server computes without a pause`,
        measured: during.computedMs,
        unit: 'ms',
        budget: BUDGET_MS,
        details: [`${holdOf(during)}; without reminders ${holdOf(without)}`],
      },
      {
        what: `${engine}: the same while ${TRIPS} trips are looked at for the first time`,
        measured: looking.computedMs,
        unit: 'ms',
        budget: BUDGET_MS,
        details: [holdOf(looking)],
      },
      {
        what: `${engine}: longest response while people are reminded, more than without reminders`,
        measured: Math.max(...during.times.map(({ what, longest }) => longest - usual(what).longest)),
        unit: 'ms',
        budget: BUDGET_MS,
        details: during.times.map((one) => `${one.what}: ${timesOf(one)}; without ${timesOf(usual(one.what))}`),
      },
    ]
  } finally {
    await server.remove()
    pushes.end()
  }
}

const holdOf = ({ heldMs, computedMs }: Hold) => `${computedMs.toFixed(0)} ms computing, ${heldMs.toFixed(0)} ms held`
const timesOf = ({ median, p99, longest }: Times) =>
  `median ${median.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${longest.toFixed(0)} ms`

async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  const startedAt = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startedAt > GIVE_UP_MS) throw new Error(`After ${GIVE_UP_MS / 1000} s, ${otherwise}.`)
    await pause(ASK_EVERY_MS)
  }
}

interface Times {
  what: string
  median: number
  p99: number
  longest: number
}

async function watch(server: BenchServer, clients: Clients, run: () => Promise<unknown>) {
  await server.longestHold()
  clients.take()
  await run()
  return { ...(await server.longestHold()), times: clients.take() }
}

/** People with trips of their own, each of whom sends requests of one kind, one after the other. */
class Clients {
  readonly #visitors: Visitor[]
  readonly #kinds: Record<string, () => Promise<unknown>>
  #times = new Map<string, number[]>()
  #isOver = false
  #sending: Promise<unknown> = Promise.resolve()

  private constructor(visitors: Visitor[], kinds: Record<string, () => Promise<unknown>>) {
    this.#visitors = visitors
    this.#kinds = kinds
  }

  static async arrive({ address }: BenchServer): Promise<Clients> {
    const arrive = () => Visitor.arrive(address)
    const [opener, editor, lister] = [await arrive(), await arrive(), await arrive()]
    const list = await TickedList.make(editor, FEW)
    return new Clients([opener, editor, lister], {
      'open a trip': () => opener.openTrip(),
      'tick an item': () => list.tick(editor),
      'list trips': () => lister.listTrips(),
    })
  }

  begin(): void {
    const send = async ([what, request]: [string, () => Promise<unknown>]) => {
      while (!this.#isOver) {
        const sentAt = performance.now()
        await request()
        const times = this.#times.get(what) ?? []
        this.#times.set(what, times)
        times.push(performance.now() - sentAt)
        await pause(PAUSE_MS)
      }
    }
    this.#sending = Promise.all(Object.entries(this.#kinds).map(send))
    // Thrown by `end`.
    this.#sending.catch(() => {})
  }

  /** The response times since the last call. */
  take(): Times[] {
    const times = this.#times
    this.#times = new Map()
    return [...times].map(([what, all]) => ({
      what,
      median: quantile(all, 0.5),
      p99: quantile(all, 0.99),
      longest: Math.max(...all),
    }))
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#sending
    for (const visitor of this.#visitors) visitor.leave()
  }
}

/** See push-stand-in.ts. */
class PushStandIn {
  readonly #child: ChildProcess
  readonly env: Record<string, string>

  private constructor(child: ChildProcess, env: Record<string, string>) {
    this.#child = child
    this.env = env
  }

  static async start(): Promise<PushStandIn> {
    const child = fork(fileURLToPath(new URL('push-stand-in.ts', import.meta.url)))
    const [env] = await once(child, 'message')
    return new PushStandIn(child, env as Record<string, string>)
  }

  subscribe(publicKey: string, count: number): Promise<PushSubscriptionRequest[]> {
    return this.#ask({ is: 'subscribe', publicKey, count })
  }

  report(): Promise<Report> {
    return this.#ask({ is: 'report' })
  }

  /** Resolves when so many pushes have come. */
  receive(count: number): Promise<void> {
    return until(async () => (await this.report()).arrived >= count, 'not all pushes had come')
  }

  end(): void {
    this.#child.disconnect()
  }

  async #ask<Answer>(question: Question): Promise<Answer> {
    const answered = once(this.#child, 'message')
    this.#child.send(question)
    return (await answered)[0] as Answer
  }
}

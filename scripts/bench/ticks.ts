import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import type { Mutation } from '#domain/operations/operation.ts'
import { type ChecklistGroup, newChecklistItem } from '#domain/plan/checklist.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { measureRequests } from './requests.ts'
import type { BenchServer } from './server.ts'
import type { Row } from './table.ts'
import { Visitor } from './visitor.ts'

/** The number of items in the template checklist. */
export const FEW = 99
const MANY = 5000
const STORED_TICKS = 500
const CONNECTIONS = 10
/** Ticks and single commits are counted in turns of this length: other load on the disk affects both equally. */
const COUNTED_MS = 2000
const COUNTED_TIMES = 3

/** The cost of ticking an item: bytes, CPU time, commits. */
export async function measureTicks(server: BenchServer): Promise<Row[]> {
  return [
    ...(await measureBytes(server)),
    await measureStored(server),
    ...(await measureCpu(server)),
    ...(await measureDurable(server)),
  ]
}

async function measureBytes(server: BenchServer): Promise<Row[]> {
  const visitor = await Visitor.arrive(server.address)
  const list = await TickedList.make(visitor, FEW)
  const stream = waitForChange(server.address, visitor)
  await stream.isOpen
  const { sent, text } = await list.tick(visitor)
  const event = await stream.change
  visitor.leave()
  return [
    {
      what: `Tick in a checklist of ${FEW} items, body sent`,
      measured: Buffer.byteLength(sent),
      unit: 'bytes',
      budget: 400,
    },
    { what: '  body of the response', measured: Buffer.byteLength(text), unit: 'bytes', budget: 400 },
    {
      what: '  event to each other client with the trip open',
      measured: Buffer.byteLength(event),
      unit: 'bytes',
      budget: 500,
    },
  ]
}

async function measureStored(server: BenchServer): Promise<Row> {
  const visitor = await Visitor.arrive(server.address)
  const list = await TickedList.make(visitor, FEW)
  const before = await closedSize(server)
  for (let tick = 0; tick < STORED_TICKS; tick++) await list.tick(visitor)
  visitor.leave()
  const bytes = (await closedSize(server)) - before
  return {
    what: `  in the closed database, mean of ${STORED_TICKS}`,
    measured: bytes / STORED_TICKS,
    unit: 'bytes',
    budget: 1000,
  }
}

/** The size of the database while no server has it open. */
async function closedSize(server: BenchServer): Promise<number> {
  await server.stop()
  const { size } = statSync(join(server.dataDir, 'wayfare.sqlite'))
  await server.start()
  return size
}

async function measureCpu(server: BenchServer): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of [FEW, MANY]) {
    const lists = new Map<Visitor, TickedList>()
    const prepare = async (visitor: Visitor) => {
      lists.set(visitor, await TickedList.make(visitor, count))
    }
    const tick = async (visitor: Visitor) => {
      await lists.get(visitor)?.tick(visitor)
    }
    const budget = count === FEW ? 0.25 : undefined
    const [app, ...bare] = await measureRequests(
      server,
      `tick one of ${count.toLocaleString('en')} items`,
      budget,
      tick,
      prepare,
    )
    if (app) rows.push(app, ...(count === FEW ? bare : []))
  }
  const [few, many] = [rows[0]?.measured ?? Number.NaN, rows.at(-1)?.measured ?? Number.NaN]
  rows.push({ what: '  ratio of the two', measured: many / few, unit: '', budget: 1.5 })
  return rows
}

async function measureDurable(server: BenchServer): Promise<Row[]> {
  const visitor = await Visitor.arrive(server.address)
  const list = await TickedList.make(visitor, FEW)
  const connections = Array.from({ length: CONNECTIONS }, () => visitor.connectAgain())
  const disk = new SingleCommits(join(server.dataDir, 'commits.sqlite'))
  let [ticks, commits, ticking, committing] = [0, 0, 0, 0]
  for (let time = 0; time < COUNTED_TIMES; time++) {
    const started = performance.now()
    const tickOn = async (connection: Visitor) => {
      for (; performance.now() - started < COUNTED_MS; ticks++) await list.tick(connection)
    }
    await Promise.all(connections.map(tickOn))
    const ticked = performance.now()
    ticking += ticked - started
    for (; performance.now() - ticked < COUNTED_MS; commits++) disk.commit()
    committing += performance.now() - ticked
  }
  disk.close()
  for (const connection of [visitor, ...connections]) connection.leave()
  const [ticksASecond, commitsASecond] = [(ticks / ticking) * 1000, (commits / committing) * 1000]
  return [
    { what: `Durable ticks in one trip over ${CONNECTIONS} connections`, measured: ticksASecond, unit: '/s' },
    { what: '  single commits on this disk in the same run', measured: commitsASecond, unit: '/s' },
    { what: '  ticks per single commit', measured: ticksASecond / commitsASecond, unit: '', least: 3 },
  ]
}

export class TickedList {
  readonly #groups: ChecklistGroup[]
  #ticks = 0
  #version: number

  private constructor(groups: ChecklistGroup[], version: number) {
    this.#groups = groups
    this.#version = version
  }

  /** Replaces a new trip's checklist by one category with `count` items. */
  static async make(visitor: Visitor, count: number): Promise<TickedList> {
    const items = Array.from({ length: count }, (_, n) => ({
      ...newChecklistItem(randomUUID()),
      name: `Thing ${n + 1}`,
    }))
    const groups = [{ id: randomUUID(), category: 'Crate', items }]
    await visitor.operate(
      'checklist',
      diffSection('checklist', 'car_trip', planTemplates.checklist('car_trip'), groups),
    )
    return new TickedList(groups, 1)
  }

  /** Ticks the next item. Once all are ticked, unticks them in turn. */
  async tick(visitor: Visitor): Promise<{ sent: string; text: string }> {
    const [group] = this.#groups as [ChecklistGroup]
    const count = group.items.length
    const at = [group.id, 'items', group.items[this.#ticks % count]?.id ?? '', 'checked']
    const to = Math.floor(this.#ticks / count) % 2 === 0
    const mutation: Mutation = { do: 'set', at, to, was: !to }
    this.#ticks += 1
    const traffic = await visitor.operate('checklist', [mutation], this.#version)
    // A bare server returns no versions.
    this.#version = Math.max(this.#version, JSON.parse(traffic.text).versions?.checklist ?? 0)
    return traffic
  }
}

/** Opens the event stream of a visitor's trip until a change arrives. */
function waitForChange(
  address: string,
  { tripId, cookies }: Visitor,
): { isOpen: Promise<void>; change: Promise<string> } {
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  const change = new Promise<string>((resolve, reject) => {
    const sent = get(`${address}/api/trips/${tripId}/events`, { headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => {
        text += piece
        if (text.includes('event: versions')) open()
        const [event] = /event: change\n.*\n\n/.exec(text) ?? []
        if (!event) return
        resolve(event)
        sent.destroy()
      })
    })
    sent.on('error', reject)
  })
  return { isOpen, change }
}

/** A database on the same disk that commits one row at a time, with the same durability as the server. */
class SingleCommits {
  readonly #file: SqliteFile.Database
  readonly #insert: SqliteFile.Statement

  constructor(path: string) {
    this.#file = new SqliteFile(path)
    this.#file.pragma('journal_mode = WAL')
    this.#file.pragma('synchronous = FULL')
    this.#file.exec('create table ticks (id text primary key)')
    this.#insert = this.#file.prepare('insert into ticks (id) values (?)')
  }

  commit(): void {
    this.#insert.run(randomUUID())
  }

  close(): void {
    this.#file.close()
  }
}

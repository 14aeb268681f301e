import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { MAX_OPERATIONS } from '#domain/api/operations.ts'
import { BenchServer } from './server.ts'
import type { Row } from './table.ts'
import { Visitor } from './visitor.ts'

/** Repetitions of each case. The shortest counts: other load on the machine only makes it longer. */
const TIMES = 3
/** The most JSON values that the server accepts, and the most items that fit in one request. */
const VALUES = 39_000
const FIELDS = 75_000
const ITEMS = 9500
const SETTLE_MS = 200

type Case = (visitor: Visitor) => Promise<string>

/** How long the worst accepted requests block the event loop: nobody else gets a response meanwhile. */
export async function measureHolds(): Promise<Row[]> {
  const server = BenchServer.metered()
  try {
    await server.start()
    const held: [string, number][] = []
    for (const [what, prepare] of Object.entries(cases)) held.push([what, await measure(server, prepare)])
    held.push(['a trip of four full sections is opened with empty caches', await measureOpening(server)])
    held.sort(([, one], [, other]) => other - one)
    const details = held.map(([what, ms]) => `${ms.toFixed(0)} ms: ${what}`)
    const [[, measured]] = held as [[string, number]]
    return [{ what: 'Longest time that one request blocks the event loop', measured, unit: 'ms', budget: 100, details }]
  } finally {
    await server.remove()
  }
}

async function measure(server: BenchServer, prepare: Case): Promise<number> {
  const holds: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const visitor = await Visitor.arrive(server.address)
    const body = await prepare(visitor)
    await pause(SETTLE_MS)
    await server.longestHold()
    await send(server, visitor, body)
    await pause(SETTLE_MS)
    holds.push((await server.longestHold()).heldMs)
    visitor.leave()
  }
  return Math.min(...holds)
}

/** Opens a trip as large as requests can make it, in a process that has just started and cached nothing. */
async function measureOpening(server: BenchServer): Promise<number> {
  const visitor = await Visitor.arrive(server.address)
  for (let time = 0; time < 2; time++)
    for (const body of [[group(ITEMS)], notes(180), days(10 + 2 * time), parties(MAX_OPERATIONS)])
      await send(server, visitor, operations(body))
  const holds: number[] = []
  for (let time = 0; time < TIMES; time++) {
    await server.stop()
    await server.start()
    await pause(SETTLE_MS)
    await server.longestHold()
    await visitor.openTrip()
    await pause(SETTLE_MS)
    holds.push((await server.longestHold()).heldMs)
    visitor.leave()
  }
  return Math.min(...holds)
}

async function send(server: BenchServer, { tripId, cookies }: Visitor, body: string): Promise<void> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = { cookie, 'content-type': 'application/json', origin: server.address }
  const answer = await fetch(`${server.address}/api/trips/${tripId}/operations`, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  if (answer.status >= 500) throw new Error(`The server returned ${answer.status}.`)
}

const operations = (mutations: object[]) =>
  JSON.stringify({
    operations: mutations.map((mutation) => ({ id: randomUUID(), after: null, ...mutation })),
    seen: {},
  })
const item = () => ({ id: randomUUID(), name: 'Tent pegs', checked: false })

function insert(section: string, entry: { id: string }) {
  return { section, do: 'insert', at: [entry.id], entry }
}

function group(count: number) {
  return insert('checklist', { id: randomUUID(), category: '', items: Array.from({ length: count }, item) } as {
    id: string
  })
}

function notes(count: number) {
  return Array.from({ length: count }, () =>
    insert('notes', { id: randomUUID(), text: 'lorem ipsum '.repeat(400) } as { id: string }),
  )
}

function days(first: number) {
  const activity = () => ({
    id: randomUUID(),
    time: '',
    activity: 'Walk to the lake and back',
    description: '',
    duration: '',
    mapUrl: '',
    icon: 'Sun',
  })
  const light = () => Array.from({ length: 2800 }, activity)
  return [first, first + 1].map((day) => {
    const entry = { title: '', light: light(), hard: [] }
    return { section: 'itinerary', do: 'insert', at: [String(day)], entry }
  })
}

function parties(count: number) {
  return Array.from({ length: count }, () =>
    insert('people', { id: randomUUID(), name: 'Us', persons: [] } as { id: string }),
  )
}

/** Creates a checklist with a long category, and a request with as many mutations of its items as are allowed. */
async function withLongList(
  visitor: Visitor,
  mutationOf: (list: ReturnType<typeof group>, n: number) => object,
  count = MAX_OPERATIONS,
) {
  const list = group(ITEMS)
  await visitor.operate('checklist', [{ ...list, after: null } as never])
  return operations(Array.from({ length: count }, (_, n) => mutationOf(list, n)))
}
const itemsOf = ({ entry }: ReturnType<typeof group>) =>
  (entry as unknown as { items: ReturnType<typeof item>[] }).items
const placeOf = (list: ReturnType<typeof group>, n: number) => [list.at[0], 'items', itemsOf(list)[n]?.id]

const many = (count: number, piece: (n: number) => string) => Array.from({ length: count }, (_, n) => piece(n)).join()

const cases: Record<string, Case> = {
  'a list of values that are not operations': async () => `{"operations":[${many(VALUES, () => '{}')}],"seen":{}}`,
  'an operation with tens of thousands of fields': async () =>
    `{"operations":[{"id":"${randomUUID()}",${many(FIELDS, (n) => `"k${n}":1`)}}],"seen":{}}`,
  'tens of thousands of seen sections': async () => `{"operations":[],"seen":{${many(FIELDS, (n) => `"k${n}":1`)}}}`,
  'a megabyte of nested lists': async () => '['.repeat(1_000_000),
  'an entry with a list of values that are not items': async () => {
    const id = randomUUID()
    return `{"operations":[{"id":"${randomUUID()}","section":"checklist","do":"insert","at":["${id}"],"after":null,"entry":{"id":"${id}","category":"","items":[${many(VALUES, () => '{}')}]}}],"seen":{}}`
  },
  'a category of 9,500 items is added': async () => operations([group(ITEMS)]),
  '200 categories of 47 items are added': async () =>
    operations(Array.from({ length: MAX_OPERATIONS }, () => group(47))),
  '200 items are moved in a list of 9,500': (visitor) =>
    withLongList(visitor, (list, n) => ({ section: 'checklist', do: 'move', at: placeOf(list, ITEMS - 1 - n) })),
  '200 items are removed from a list of 9,500': (visitor) =>
    withLongList(visitor, (list, n) => ({
      section: 'checklist',
      do: 'remove',
      at: placeOf(list, n),
      was: itemsOf(list)[n],
    })),
  '200 items are added to a list of 9,500': (visitor) =>
    withLongList(visitor, ({ at: [groupId] }) => {
      const entry = item()
      return { section: 'checklist', do: 'insert', at: [groupId, 'items', entry.id], entry }
    }),
  'a category of 9,500 items is removed': (visitor) =>
    withLongList(visitor, ({ at, entry }) => ({ section: 'checklist', do: 'remove', at, was: entry }), 1),
  'one text is merged 60 times': async (visitor) => {
    const lines = (count: number, line: string) => Array.from({ length: count }, () => line).join('\n')
    const note = insert('notes', { id: randomUUID(), text: lines(2000, 'a') } as { id: string })
    await visitor.operate('notes', [{ ...note, after: null } as never])
    const set = (n: number) => ({
      id: randomUUID(),
      section: 'notes',
      do: 'set',
      at: [note.at[0], 'text'],
      was: lines(1500, 'a'),
      to: lines(2400, n % 2 ? 'b' : 'c'),
    })
    return JSON.stringify({ operations: Array.from({ length: 60 }, (_, n) => set(n)), seen: {} })
  },
  '180 notes of 5,000 characters are added': async () => operations(notes(180)),
}

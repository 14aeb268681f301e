import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Details, details } from '../plan/details.ts'
import { type Answer, SimulatedClient, type Save as SimulatedSave, SimulatedServer } from '../testing/simulated-sync.ts'
import { merge } from './merge.ts'

/*
 * Several people edit the details of one trip at once, over a network that loses, repeats and delays.
 * Every text that somebody types is a new one, so that an edit can be found again in the end.
 */

type TextField = 'destination_name' | 'car_trip_entry_gate' | 'map_embed_url'
const textFields: readonly TextField[] = ['destination_name', 'car_trip_entry_gate', 'map_embed_url']

type Client = SimulatedClient<Details>
type Save = SimulatedSave<Details>

/** What a person did: put a text into a field, or removed a row, having seen these texts in it. */
interface Act {
  client: Client
  target: string
  row?: number
  text?: string
  seen?: string[]
  /** the save that brought it to the server, and that save's version there */
  save?: number
}

type Step = { client: number; at: number; to: number } & { do: (typeof steps)[number] }
const steps = [
  'type',
  'type in flight',
  'add',
  'edit place',
  'edit distance',
  'remove',
  'move',
  'send',
  'send',
  'request arrives',
  'request arrives',
  'request is lost',
  'answer arrives',
  'answer arrives',
  'answer is lost',
  'news',
] as const

class World {
  readonly server = new SimulatedServer(details.empty, merge<Details>)
  readonly clients: Client[]
  readonly requests: Save[] = []
  readonly answers: { client: Client; answer: Answer<Details> }[] = []
  readonly senders = new Map<number, Client>()
  readonly acts: Act[] = []
  private texts = 0
  private saves = 0
  private rows = 0

  constructor(clients: number) {
    this.clients = Array.from({ length: clients }, () => new SimulatedClient(details.empty, merge<Details>))
  }

  take({ client: number, do: what, at, to }: Step): void {
    const client = this.clients[number % this.clients.length] as Client
    const distances = client.value.car_trip_distances
    const index = distances.length ? at % distances.length : -1
    const row = distances[index]
    switch (what) {
      case 'type': {
        const field = textFields[at % textFields.length] as TextField
        client.value = { ...client.value, [field]: this.typed(client, field) }
        break
      }
      case 'type in flight': {
        const flight = client.value.air_travel_flight_info
        const field = at % 2 ? 'carrier' : 'flightNumber'
        client.value = { ...client.value, air_travel_flight_info: { ...flight, [field]: this.typed(client, field) } }
        break
      }
      case 'add': {
        const id = `00000000-0000-4000-8000-${String(++this.rows).padStart(12, '0')}`
        const added = { id, place: this.typed(client, `${id}.place`, id), distance: '' }
        const place = to % (distances.length + 1)
        this.arrange(client, distances.toSpliced(place, 0, added))
        break
      }
      case 'edit place':
      case 'edit distance': {
        if (!row) break
        const field = what === 'edit place' ? 'place' : 'distance'
        this.arrange(client, distances.with(index, { ...row, [field]: this.typed(client, `${row.id}.${field}`, row.id) }))
        break
      }
      case 'remove': {
        if (!row) break
        this.acts.push({ client, target: row.id, row: Number(row.id.slice(-12)), seen: [row.place, row.distance] })
        this.arrange(client, distances.toSpliced(index, 1))
        break
      }
      case 'move': {
        if (!row) break
        this.arrange(client, distances.toSpliced(index, 1).toSpliced(to % distances.length, 0, row))
        break
      }
      case 'send':
        this.send(client)
        break
      case 'request arrives': {
        // It stays in the network: it may arrive again, whenever.
        const request = this.requests[at % this.requests.length]
        if (request) this.arrive(request)
        break
      }
      case 'request is lost':
        this.requests.splice(at % Math.max(1, this.requests.length), 1)
        break
      case 'answer arrives': {
        const [answered] = this.answers.splice(at % Math.max(1, this.answers.length), 1)
        answered?.client.answer(answered.answer)
        break
      }
      case 'answer is lost':
        this.answers.splice(at % Math.max(1, this.answers.length), 1)
        break
      case 'news': {
        // Any version that exists: news may come late and in any order.
        const version = to % 3 ? this.server.version : at % this.server.versions.length
        client.hear(version, this.server.versions[version] as Details)
        break
      }
    }
  }

  /** The network comes back, and everybody waits until all is saved and heard. */
  settle(): void {
    for (const client of this.clients) {
      while (client.underWay || client.pending) client.answer(this.server.receive(this.send(client) as Save))
    }
    for (const client of this.clients) client.hear(this.server.version, this.server.value)
  }

  private send(client: Client): Save | undefined {
    if (!client.underWay && client.pending) {
      client.send(++this.saves)
      this.senders.set(this.saves, client)
      for (const act of this.acts) if (act.client === client) act.save ??= this.saves
    }
    if (client.underWay) this.requests.push(client.underWay)
    return client.underWay
  }

  private arrive(request: Save): void {
    this.answers.push({ client: this.senders.get(request.id) as Client, answer: this.server.receive(request) })
  }

  private typed(client: Client, target: string, rowId?: string): string {
    const text = `text ${++this.texts}`
    this.acts.push({ client, target, text, ...(rowId === undefined ? {} : { row: Number(rowId.slice(-12)) }) })
    return text
  }

  private arrange(client: Client, car_trip_distances: Details['car_trip_distances']): void {
    client.value = { ...client.value, car_trip_distances }
  }
}

/** What stands in each field in the end, by the name that an act has for it. */
function textsOf(value: Details): Map<string, string> {
  const texts = new Map<string, string>(textFields.map((field) => [field, value[field]]))
  for (const [field, text] of Object.entries(value.air_travel_flight_info)) texts.set(field, text)
  for (const { id, place, distance } of value.car_trip_distances) texts.set(`${id}.place`, place).set(`${id}.distance`, distance)
  return texts
}

const script = fc.record({
  clients: fc.integer({ min: 2, max: 4 }),
  steps: fc.array(fc.record<Step>({ client: fc.nat(3), do: fc.constantFrom(...steps), at: fc.nat(30), to: fc.nat(30) }), {
    maxLength: 60,
    size: 'max',
  }),
})

/** Whatever people and network do, once everything has arrived the world has the property. */
function always(property: (world: World) => void): void {
  fc.assert(
    fc.property(script, ({ clients, steps }) => {
      const world = new World(clients)
      for (const step of steps) world.take(step)
      world.settle()
      property(world)
    }),
    { numRuns: Number(process.env['MERGE_RUNS'] ?? 400) },
  )
}

describe('any clients, any edits, any order of arrival, any lost answers', () => {
  it('end with the same value everywhere', () => {
    always(({ clients, server }) => {
      for (const client of clients) expect(client.value).toEqual(server.value)
      expect(details.schema.safeParse(server.value).success).toBe(true)
    })
  })

  it('end with every edit that no later edit of the same field replaced', () => {
    always(({ acts, server }) => {
      const texts = textsOf(server.value)
      const savedAt = (act: Act) => server.applied.get(act.save ?? -1) ?? -1
      for (const target of new Set(acts.filter(({ text }) => text).map((act) => act.target))) {
        const edits = acts.filter((act) => act.text && act.target === target)
        const last = edits.reduce((a, b) => (savedAt(b) >= savedAt(a) ? b : a))
        const removed = acts.some(({ seen }) => seen?.includes(last.text as string))
        if (!removed) expect(texts.get(target), target).toBe(last.text)
      }
    })
  })

  it('end without a row that was removed and that nobody else touched', () => {
    always(({ acts, server }) => {
      for (const { client, target, row, seen } of acts) {
        const untouched = acts.every((act) => act.row !== row || act.client === client)
        if (seen && untouched) expect(server.value.car_trip_distances.map(({ id }) => id)).not.toContain(target)
      }
    })
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equal } from '../operations/json.ts'
import { listDays, nextDay } from '../plan/day-number.ts'
import { plan, type SectionName, type SectionValue } from '../plan/index.ts'
import { activityIcons, newActivity, newItineraryDay } from '../plan/itinerary.ts'
import { newMealDay } from '../plan/meals.ts'
import { mergeSection } from '../plan/merge-section.ts'
import { newTicket, ticketTypes } from '../plan/tickets.ts'
import { planTemplates } from '../templates/plan-templates.ts'
import { type Answer, SimulatedClient, type Save as SimulatedSave, SimulatedServer } from '../testing/simulated-sync.ts'
import { joined, merge, rebased, startAfter } from './merge.ts'

/*
 * Several people edit one section of one trip at once, over a network that loses, repeats and delays; for each section's
 * own form, starting from the template. merge-simulation.test.ts does the same for the details, whose fields it knows by name.
 * Every text that somebody writes is a new one, so that an edit can be found again in the end.
 */

const RUNS = { numRuns: Number(process.env['MERGE_RUNS'] ?? 150) }

type Name = Exclude<SectionName, 'details'>
type Value = SectionValue<Name>
type Json = unknown
type JsonObject = Record<string, Json>
type Path = readonly string[]

/** The days, groups, activities and items: what people add and remove as a whole. Days have numbers, the others ids. */
type Entries = { path: Path; keys: string[]; isList: boolean }

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
const childrenOf = (value: Json): [string, Json][] => {
  if (Array.isArray(value)) return value.map((item) => [(item as { id: string }).id, item])
  return isObject(value) ? Object.entries(value).filter(([key]) => key !== 'id') : []
}

/** Everything in a value that can be edited, by its path; ids stand for items, numbers for days. */
function parts(value: Json, path: Path = []): { leaves: Path[]; entries: Entries[] } {
  if (!Array.isArray(value) && !isObject(value)) return { leaves: [path], entries: [] }
  const children = childrenOf(value)
  const below = children.map(([key, child]) => parts(child, [...path, key]))
  const isList = Array.isArray(value)
  const own = isList || path.length === 0 ? [{ path, keys: children.map(([key]) => key), isList }] : []
  return {
    leaves: below.flatMap((part) => part.leaves),
    entries: [...own, ...below.flatMap((part) => part.entries)],
  }
}

function at(value: Json, [key, ...rest]: Path): Json {
  if (key === undefined) return value
  if (Array.isArray(value))
    return at(
      value.find((item) => item.id === key),
      rest,
    )
  return isObject(value) && Object.hasOwn(value, key) ? at(value[key], rest) : undefined
}

function put(value: Json, [key, ...rest]: Path, change: (old: Json) => Json): Json {
  if (key === undefined) return change(value)
  if (Array.isArray(value)) return value.map((item) => (item.id === key ? put(item, rest, change) : item))
  const object = value as JsonObject
  return { ...object, [key]: put(object[key], rest, change) }
}

/** All texts and numbers below a place; of a text in which several have written, each of theirs. */
const contents = (value: Json): Json[] => {
  if (typeof value === 'string') return value.split('\n')
  return Array.isArray(value) || isObject(value) ? Object.values(value).flatMap(contents) : [value]
}

const nameOf = (path: Path) => path.join('/')
const isWithin = (place: string, path: Path) => nameOf(path) === place || nameOf(path).startsWith(`${place}/`)

type Client = SimulatedClient<Value>
type Save = SimulatedSave<Value>

/** What a person did: wrote a value into a field, added an entry, or took something away having seen it. */
interface Act {
  client: Client
  path: Path
  kind: 'write' | 'add' | 'remove' | 'move'
  value?: Json
  seen: Json[]
  /** the save that brought it to the server */
  save?: number
}

const steps = [
  'edit',
  'edit',
  'edit',
  'add',
  'add',
  'remove',
  'move',
  'send',
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
const editing: ReadonlySet<string> = new Set(steps.slice(0, steps.indexOf('send')))
type Step = { client: number; at: number; to: number; do: (typeof steps)[number] }

class World {
  readonly server: SimulatedServer<Value>
  readonly clients: Client[]
  readonly requests: Save[] = []
  readonly answers: { client: Client; answer: Answer<Value> }[] = []
  readonly senders = new Map<number, Client>()
  acts: Act[] = []
  readonly #name: Name
  #count = 0

  constructor(name: Name, clients: number) {
    this.#name = name
    const start = startOf(name)
    const mergeThis = (base: Value, theirs: Value, mine: Value): Value => mergeSection(name, 'car_trip', base, theirs, mine)
    this.server = new SimulatedServer(start, mergeThis)
    this.clients = Array.from({ length: clients }, () => new SimulatedClient(start, mergeThis))
  }

  take({ client: number, do: what, at: where, to }: Step): void {
    const client = this.clients[number % this.clients.length] as Client
    if (editing.has(what)) this.#edit(client, what, where, to)
    else this.#transport(client, what, where, to)
    client.settleUndone()
    this.#forgetUndone(client)
  }

  #edit(client: Client, what: Step['do'], where: number, to: number): void {
    const { leaves, entries } = parts(client.value)
    const pick = <Item>(list: Item[], n: number) => list[n % Math.max(1, list.length)]
    const leaf = pick(leaves, where * 7 + to)
    const place = pick(entries, where)
    const key = place && pick(place.keys, to)
    const has = (change: (old: Json) => Json, path: Path) => {
      client.value = put(client.value, path, change) as Value
    }
    switch (what) {
      case 'edit': {
        if (!leaf) break
        const old = at(client.value, leaf)
        const value = this.#written(leaf, old)
        // What was not saved yet is replaced without a trace.
        this.acts = this.acts.filter((act) => act.client !== client || act.save || !equal(act.path, leaf))
        this.acts.push({ client, path: leaf, kind: 'write', value, seen: [old] })
        has(() => value, leaf)
        break
      }
      case 'add': {
        if (!place) break
        const [added, entry] = this.#entry(client.value, place)
        const path = [...place.path, added]
        this.acts.push({ client, path, kind: 'add', seen: [], value: contents(entry) })
        if (place.isList) has((old) => (old as Json[]).toSpliced(to % (place.keys.length + 1), 0, entry), place.path)
        else has((old) => ({ ...(old as JsonObject), [added]: entry }), place.path)
        break
      }
      case 'remove': {
        if (!place || key === undefined) break
        const path = [...place.path, key]
        this.acts.push({ client, path, kind: 'remove', seen: contents(at(client.value, path)) })
        has((old) => {
          if (Array.isArray(old)) return old.filter(({ id }) => id !== key)
          return Object.fromEntries(Object.entries(old as JsonObject).filter(([day]) => day !== key))
        }, place.path)
        break
      }
      case 'move': {
        if (!place?.isList || key === undefined) break
        const item = at(client.value, [...place.path, key])
        this.acts.push({ client, path: [...place.path, key], kind: 'move', seen: [] })
        const rest = (old: Json) => (old as { id: string }[]).filter(({ id }) => id !== key)
        has((old) => rest(old).toSpliced((where + to) % place.keys.length, 0, item as { id: string }), place.path)
        break
      }
    }
  }

  #transport(client: Client, what: Step['do'], where: number, to: number): void {
    switch (what) {
      case 'send':
        this.#send(client)
        break
      case 'request arrives': {
        // It stays in the network: it may arrive again, whenever.
        const request = this.requests[where % Math.max(1, this.requests.length)]
        const sender = request && this.senders.get(request.id)
        if (request && sender) this.answers.push({ client: sender, answer: this.server.receive(request) })
        break
      }
      case 'request is lost':
        this.requests.splice(where % Math.max(1, this.requests.length), 1)
        break
      case 'answer arrives': {
        const [answered] = this.answers.splice(where % Math.max(1, this.answers.length), 1)
        answered?.client.answer(answered.answer)
        if (answered) this.#forgetUndone(answered.client)
        break
      }
      case 'answer is lost':
        this.answers.splice(where % Math.max(1, this.answers.length), 1)
        break
      case 'news': {
        const version = to % 3 ? this.server.version : where % this.server.versions.length
        client.hear(version, this.server.versions[version] as Value)
        break
      }
    }
  }

  /** The network comes back, and everybody waits until all is saved and heard. */
  settle(): void {
    for (const client of this.clients) {
      while (client.underWay || client.pending) client.answer(this.server.receive(this.#send(client) as Save))
    }
    for (const client of this.clients) client.hear(this.server.version, this.server.value)
  }

  #send(client: Client): Save | undefined {
    if (!client.underWay && client.pending) {
      const save = ++this.#count
      client.send(save)
      this.senders.set(save, client)
      for (const act of this.acts) if (act.client === client) act.save ??= save
    }
    if (client.underWay) this.requests.push(client.underWay)
    return client.underWay
  }

  /** A tick, an icon or a number that stands as it stood before is no edit any more. */
  #forgetUndone(client: Client): void {
    this.acts = this.acts.filter(
      (act) => act.client !== client || act.save || act.kind !== 'write' || !equal(at(client.reference, act.path), act.value),
    )
  }

  #text(): string {
    return `text-${++this.#count}`
  }

  /** A new value for a field, of its own kind. */
  #written(path: Path, old: Json): Json {
    if (typeof old === 'boolean') return !old
    if (typeof old === 'number') return 1000 + ++this.#count
    const oneOf = (choices: readonly string[]) => choices[++this.#count % choices.length]
    if (path.at(-1) === 'icon') return oneOf(activityIcons)
    if (path.at(-1) === 'type') return oneOf(ticketTypes)
    if (path.at(-1) === 'date') return new Date(Date.UTC(2026, 0, ++this.#count)).toISOString().slice(0, 10)
    return this.#text()
  }

  #entry(value: Value, { path, isList }: Entries): [string, Json] {
    if (!isList) {
      const day = nextDay(value as JsonObject)
      return [String(day), this.#name === 'meals' ? newMealDay('car_trip', day) : newItineraryDay('car_trip', day)]
    }
    const id = `00000000-0000-4000-8000-${String(++this.#count).padStart(12, '0')}`
    if (this.#name === 'notes' || this.#name === 'meals') return [id, { id, text: this.#text() }]
    if (this.#name === 'tickets') return [id, { ...newTicket(id), title: this.#text() }]
    if (this.#name === 'itinerary') return [id, { ...newActivity(id), activity: this.#text() }]
    if (path.length > 0) return [id, { id, name: this.#text(), checked: false }]
    return [id, { id, category: this.#text(), items: [] }]
  }
}

/** Whether a value is one that somebody wrote, and so can be found again. */
const isUnique = (value: Json) => typeof value === 'string' && value.startsWith('text-')

/** A small piece of the template, so that people often meet; that of the tickets is empty. */
function startOf(name: Name): Value {
  if (name === 'tickets') return [1, 2].map((n) => newTicket(`00000000-0000-4000-9000-${String(n).padStart(12, '0')}`))
  const cut = (value: Json): Json => {
    if (Array.isArray(value)) return value.slice(0, 3).map(cut)
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, child]) => [key, cut(child)])) : value
  }
  const whole = cut(planTemplates[name]('car_trip'))
  const days = isObject(whole) ? listDays(whole).slice(0, 2).map(String) : []
  return (isObject(whole) ? Object.fromEntries(days.map((day) => [day, whole[day]])) : whole) as Value
}

const script = fc.record({
  clients: fc.integer({ min: 2, max: 4 }),
  steps: fc.array(fc.record<Step>({ client: fc.nat(3), do: fc.constantFrom(...steps), at: fc.nat(30), to: fc.nat(30) }), {
    maxLength: 60,
    size: 'max',
  }),
})

/** Whatever people and network do, once everything has arrived the world has the property. */
function always(name: Name, property: (world: World) => void): void {
  fc.assert(
    fc.property(script, ({ clients, steps }) => {
      const world = new World(name, clients)
      for (const step of steps) world.take(step)
      world.settle()
      property(world)
    }),
    RUNS,
  )
}

describe.each(['notes', 'meals', 'itinerary', 'checklist', 'tickets'] as const)(
  '%s, with any clients, any edits, any order of arrival',
  (name) => {
    it('end with the same value everywhere, which is valid', () => {
      always(name, ({ clients, server }) => {
        for (const client of clients) expect(client.value).toEqual(server.value)
        for (const value of server.versions) expect(plan[name].schema.safeParse(value).success).toBe(true)
      })
    })

    it('end with every edit that no later edit of the same field replaced; an edit beats a deletion', () => {
      always(name, ({ acts, server }) => {
        const savedAt = (act: Act) => server.applied.get(act.save ?? -1) ?? -1
        const removals = acts.filter(({ kind }) => kind === 'remove')
        const wasSeen = (value: Json) => removals.some(({ seen }) => seen.includes(value))
        const isIn = (path: Path, outer: Path) => isWithin(nameOf(outer), path)

        for (const path of new Set(acts.filter(({ kind }) => kind === 'write').map((act) => nameOf(act.path)))) {
          const made = acts.filter((act) => act.kind === 'write' && nameOf(act.path) === path)
          const last = made.reduce((a, b) => (savedAt(b) >= savedAt(a) ? b : a))
          // What somebody removed having seen it is gone; a tick, a number or an icon looks like another of its kind.
          const around = removals.filter((act) => isIn(last.path, act.path))
          if (wasSeen(last.value) || (around.length > 0 && !isUnique(last.value))) continue
          // Who removes a day and adds it anew wants it fresh.
          const wasRenewed = around.some(({ client, path: day }) =>
            acts.some(
              (act) => act.kind === 'add' && act.client === client && equal(act.path, day) && savedAt(act) >= savedAt(last),
            ),
          )
          if (wasRenewed) continue
          // In a long text others may have written too.
          expect(contents(at(server.value, last.path)), path).toContain(last.value)
        }
        for (const { kind, path, value } of acts) {
          if (kind !== 'add') continue
          // Who removes an entry, or what it stands in, has seen it, or has never heard of anything that was written in it.
          const written = [...(value as Json[]), ...acts.filter((act) => isIn(act.path, path)).map((act) => act.value)]
          const isGone = removals.some((act) => equal(act.path, path) || (isIn(path, act.path) && written.some(wasSeen)))
          const isKnown = written.some(isUnique) || !removals.some((act) => isIn(path, act.path))
          if (!isGone && isKnown) expect(at(server.value, path), nameOf(path)).toBeDefined()
        }
      })
    })

    it('end without an entry that was removed and that nobody else touched', () => {
      always(name, ({ acts, server }) => {
        for (const { client, kind, path } of acts) {
          if (kind !== 'remove') continue
          const place = nameOf(path)
          // Who brings the day or group around it back has it too; who removes a day may add one with the same number.
          const whole = acts
            .filter((act) => act.kind === 'remove' && isWithin(nameOf(act.path), path))
            .reduce((outer, act) => (act.path.length < outer.length ? act.path : outer), path)
          const others = acts.filter(
            (act) => act.client !== client && (isWithin(nameOf(whole), act.path) || isWithin(nameOf(act.path), whole)),
          )
          const again = acts.some((act) => act.kind === 'add' && isWithin(nameOf(act.path), path) && act.client === client)
          if (others.length === 0 && !again) expect(at(server.value, path), place).toBe(undefined)
        }
      })
    })
  },
)

describe('what an edit starts from once it has moved on', () => {
  const day = (title: string) => ({ title, light: [], hard: [] })

  it('is the newer version where nothing that it edits was removed there', () => {
    for (const [base, theirs, mine] of [
      [{ 1: day('a') }, { 1: day('c') }, { 1: day('b') }],
      [{ 1: day('a'), 2: day('a') }, { 2: day('a') }, { 1: day('a'), 2: day('b') }],
      [{ 1: day('a') }, {}, { 1: day('a') }],
      [{ 1: day('a') }, {}, { 1: day('a'), 2: day('new') }],
      [[{ id: 'x', text: 'a' }], [], []],
      [['a'], [], ['b']],
    ] as [unknown, unknown, unknown][])
      expect(rebased(base, theirs, mine)).toBe(theirs)
  })

  it('has the removed entry that it edits, in its place and as it was', () => {
    expect(rebased<object>({ 1: day('a') }, { 2: day('n') }, { 1: day('b') })).toEqual({ 1: day('a'), 2: day('n') })
    const [x, y, z] = ['x', 'y', 'z'].map((id) => ({ id, text: '' })) as [object, object, object]
    expect(rebased([x, y], [x, z], [x, { ...y, text: 'mine' }])).toEqual([x, y, z])
    const group = (items: object[]) => [{ id: 'g', items }]
    expect(rebased(group([{ id: 'y', n: 1 }]), group([]), group([{ id: 'y', n: 2 }]))).toEqual(group([{ id: 'y', n: 1 }]))
  })

  it('keeps what others edited in an entry that is removed, brought back and saved from there', () => {
    const base = { 1: day('a') }
    const mine = { 1: day('b') }
    const later = { 1: { ...day('a'), light: [newActivity('x')] } }
    const from = rebased<object>(base, {}, mine)
    expect(merge<object>(from, later, mine)).toEqual({ 1: { ...later[1], title: 'b' } })
  })
})

describe('what an edit starts from that follows another one', () => {
  const day = (title: string, light: object[] = []) => ({ title, light, hard: [] })
  const base = { 1: day('a'), 2: day('a') }

  it('is what that has made, where nothing is brought back that it removed', () => {
    for (const [after, mine] of [
      [{ 1: day('a') }, { 1: day('b') }],
      [{ 1: day('a') }, { 1: day('b'), 3: day('new') }],
      [
        { 1: day('b'), 2: day('a') },
        { 1: day('c'), 2: day('a') },
      ],
    ] as [object, object][])
      expect(startAfter<object>(base, after, mine)).toBe(after)
  })

  it('has what is brought back with an edit as it was before it was removed', () => {
    const mine = { 1: day('b'), 2: day('mine') }
    expect(startAfter<object>(base, { 1: day('b') }, mine)).toEqual({ 1: day('b'), 2: day('a') })
    const theirs = { 1: day('b'), 2: day('a', [newActivity('x')]) }
    const start = startAfter<object>(base, { 1: day('b') }, mine, theirs)
    expect(merge<object>(start, theirs, mine)).toEqual({ 1: day('b'), 2: day('mine', [newActivity('x')]) })
  })

  it('has what is brought back as it was only where others have kept it: where it is gone it comes back as new', () => {
    const [after, theirs] = [{ 1: day('a') }, { 1: day('a'), 2: day('theirs') }]
    expect(merge<object>(startAfter<object>(base, after, base, theirs), theirs, base)).toEqual(theirs)
    expect(merge<object>(startAfter<object>(base, after, base, after), after, base)).toEqual(base)
  })

  it('looks into the entries too', () => {
    const group = (...items: object[]) => [{ id: 'g', items }]
    const [item, edited, theirs] = [
      { id: 'y', name: 'Tent', count: 1 },
      { id: 'y', name: 'Large tent', count: 1 },
      { id: 'y', name: 'Tent', count: 2 },
    ]
    const start = startAfter(group(item), group(), group(edited), group(theirs))
    expect(start).toEqual(group(item))
    expect(merge(start, group(theirs), group(edited))).toEqual(group({ id: 'y', name: 'Large tent', count: 2 }))
  })
})

describe('a value with the entries that only another one has', () => {
  it('has its own as they are, and each other in its place', () => {
    const item = (id: string, name: string) => ({ id, name })
    const first = { 1: { title: 'own', light: [item('x', 'own')] } }
    const second = { 1: { title: 'other', light: [item('w', 'other'), item('x', 'other')] }, 2: { title: 'other', light: [] } }
    expect(joined<object>(first, second)).toEqual({
      1: { title: 'own', light: [item('w', 'other'), item('x', 'own')] },
      2: second[2],
    })
    expect(joined(first, first)).toBe(first)
    expect(joined(['own'], ['other'])).toEqual(['own'])
  })
})

describe('two people who add the same new day apart', () => {
  it('end with the edits of both in it', () => {
    const fresh = newMealDay('car_trip', 1)
    const named = (type: 'lunch' | 'dinner') => ({
      1: { ...fresh, meals: { ...fresh.meals, [type]: { ...fresh.meals[type], name: 'Chili' } } },
    })
    const both = mergeSection('meals', 'car_trip', {}, named('lunch'), named('dinner'))
    expect([both[1]?.meals.lunch.name, both[1]?.meals.dinner.name]).toEqual(['Chili', 'Chili'])
    expect(mergeSection('meals', 'car_trip', {}, named('lunch'), { 1: fresh })).toEqual(named('lunch'))
    const day = newItineraryDay('air_travel', 3)
    const theirs = { 3: { ...day, light: day.light.slice(1) } }
    expect(mergeSection('itinerary', 'air_travel', {}, theirs, { 3: { ...day, title: 'Mine' } })).toEqual({
      3: { ...theirs[3], title: 'Mine' },
    })
  })
})

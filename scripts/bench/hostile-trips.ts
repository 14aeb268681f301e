import { randomUUID } from 'node:crypto'
import type { LocalDate } from '#domain/local-date.ts'
import type { ChecklistGroup, ChecklistItem } from '#domain/plan/checklist.ts'
import { mealTypes } from '#domain/plan/day-parts.ts'
import { defaultEating, details } from '#domain/plan/details.ts'
import { MAX_PEOPLE } from '#domain/plan/limits.ts'
import { newLine, newMealDay } from '#domain/plan/meals.ts'
import { newPerson, newSkip, type Party } from '#domain/plan/people.ts'
import { buildGroup } from '#domain/testing/example-people.ts'
import { buildPlan } from '#domain/testing/example-plan.ts'
import type { BenchServer } from './server.ts'
import { Visitor } from './visitor.ts'

/** What is done to trips. `prepare` is not measured; it returns what is. */
export type TripCase = (server: BenchServer) => Promise<() => Promise<unknown>>

const ITEMS = 9500
const LONG_LISTS = 9900
const GROUPS = 5000
const LINES = 2700
const PEOPLE_OF_LINE = 10
const DAYS = 30
const TICKS = 600

/** Without the fields that have a default, so that more items fit into a request. */
const item = () => ({ id: randomUUID() as string, name: 'Tent pegs', checked: false }) as ChecklistItem
const group = (count: number): ChecklistGroup => ({
  id: randomUUID(),
  category: '',
  items: Array.from({ length: count }, item),
})
const insert = (entry: { id: string }, after: string | null = null) =>
  ({ do: 'insert', at: [entry.id], entry, after }) as const

/** A trip with a category of thousands of items. */
async function withLongList(server: BenchServer): Promise<{ visitor: Visitor; list: ChecklistGroup }> {
  const visitor = await Visitor.arrive(server.address)
  const list = group(ITEMS)
  await visitor.operate('checklist', [insert(list)])
  return { visitor, list }
}

/** A trip whose lists are as long as a plan can have them. */
async function fullTrip(server: BenchServer): Promise<Visitor> {
  const visitor = await Visitor.arrive(server.address)
  const notes = Array.from({ length: LONG_LISTS }, (_, number) => ({
    id: randomUUID() as string,
    text: `Note ${number}`,
  }))
  await visitor.setSection('notes', notes)
  await visitor.setSection(
    'checklist',
    Array.from({ length: GROUPS }, () => group(0)),
  )
  await visitor.operate('checklist', [insert(group(LONG_LISTS))])
  return visitor
}

/** A trip of as many people and lines as it may have, which everybody can read. */
async function fullSharedTrip(server: BenchServer): Promise<Visitor> {
  const visitor = await Visitor.arrive(server.address)
  const departure = '2026-07-01' as LocalDate
  await visitor.setSection('details', {
    ...details.empty,
    departure_date: departure,
    return_date: '2026-07-30' as LocalDate,
    eating: { ...defaultEating, counts: 'all' },
  })
  const skips = mealTypes.map((meal) => newSkip(`2 ${meal} ${departure}`))
  const parties = Array.from({ length: MAX_PEOPLE / 10 }, (): Party => {
    const persons = Array.from({ length: 10 }, (_, number) => ({
      ...newPerson(randomUUID(), `Person ${number}`),
      coming: 'coming' as const,
      skips,
    }))
    return { id: randomUUID(), name: '', persons }
  })
  await visitor.setSection('people', parties)
  const people = parties.flatMap(({ persons }) => persons.map(({ id }) => ({ id })))
  const lineOf = (number: number) => ({
    ...newLine(randomUUID(), `${number} kg potatoes`),
    for_whom: 'people' as const,
    people: people.slice(number % 900, (number % 900) + PEOPLE_OF_LINE),
  })
  const days = Array.from({ length: DAYS }, (_, index) => {
    const day = newMealDay('car_trip', index + 1)
    const lines = (meal: number) =>
      Array.from({ length: LINES / DAYS / 3 }, (_line, number) => lineOf(index * 90 + meal * 30 + number))
    const meals = Object.fromEntries(
      mealTypes.map((meal, number) => [meal, { ...day.meals[meal], ingredients: lines(number) }]),
    )
    return [String(index + 1), { ...day, meals: meals as typeof day.meals }] as const
  })
  await visitor.setSection('meals', Object.fromEntries(days))
  await visitor.request('PUT', '/sharing', { is_public: true })
  return visitor
}

/** A trip of 60 people that is planned to the end, with a history. */
async function tripOfSixty(server: BenchServer): Promise<{ visitor: Visitor; parties: Party[] }> {
  const visitor = await Visitor.arrive(server.address)
  const departure = '2026-07-01' as LocalDate
  const place = { person_id: randomUUID(), party_id: randomUUID() }
  const parties = buildGroup(place, departure)
  const plan = buildPlan({
    type: 'car_trip',
    destination: 'Pog Lake',
    departure,
    days: 8,
    parties,
    shareDone: 0.5,
    expenses: 100,
  })
  await visitor.setPlan(plan)
  const [first] = plan.checklist
  for (let tick = 0; tick < TICKS; tick++) {
    const at = [first?.id ?? '', 'items', first?.items[0]?.id ?? '', 'checked']
    await visitor.operate('checklist', [{ do: 'set', at, to: tick % 2 === 0, was: tick % 2 !== 0 }])
  }
  return { visitor, parties }
}

const copy = (visitor: Visitor, withPeople = false) =>
  visitor.request<{ trip: { id: string } }>('POST', '/copies', {
    id: randomUUID(),
    name: 'Copy',
    with_people: withPeople,
    with_ticks: false,
  })

/** Deletes a trip for good. */
async function remove(visitor: Visitor): Promise<() => Promise<unknown>> {
  await visitor.request('PUT', '/deleted', { is_deleted: true })
  return () => visitor.request('DELETE', '')
}

/** What one account can do to everybody else, and what is done to ordinary trips. */
export const tripCases: Record<string, TripCase> = {
  'a full trip is copied': async (server) => {
    const visitor = await fullTrip(server)
    return () => copy(visitor)
  },
  'a full trip is copied 4 times at once': async (server) => {
    const visitor = await fullTrip(server)
    const connections = Array.from({ length: 4 }, () => visitor.connectAgain())
    return () => Promise.all(connections.map((one) => copy(one)))
  },
  'a full trip is deleted for good': async (server) => remove(await fullTrip(server)),
  'a full shared trip is edited and read 3 times': async (server) => {
    const visitor = await fullSharedTrip(server)
    return async () => {
      for (let time = 0; time < 3; time++) {
        const note = { id: randomUUID(), text: '' }
        await visitor.operate('notes', [insert(note)])
        await visitor.readShared()
      }
    }
  },
  'a category of 9,500 items is added': async (server) => {
    const visitor = await Visitor.arrive(server.address)
    return () => visitor.operate('checklist', [insert(group(ITEMS))])
  },
  '200 items are restored in a list of 9,500': async (server) => {
    const { visitor, list } = await withLongList(server)
    const places = Array.from({ length: 200 }, (_, number) => 5000 + number)
    const mutations = (kind: 'remove' | 'restore') =>
      places.map((place) => ({
        do: kind,
        at: [list.id, 'items', list.items[place]?.id ?? ''],
        was: list.items[place],
        after: list.items[place - 1]?.id ?? null,
      }))
    await visitor.operate('checklist', mutations('remove'))
    return () => visitor.operate('checklist', mutations('restore').toReversed())
  },
  '200 items are moved in a list of 9,500': async (server) => {
    const { visitor, list } = await withLongList(server)
    const moves = Array.from({ length: 200 }, (_, number) => ({
      do: 'move' as const,
      at: [list.id, 'items', list.items[ITEMS - 1 - number]?.id ?? ''],
      after: null,
    }))
    return () => visitor.operate('checklist', moves)
  },
  'a text of equal lines is merged 60 times': async (server) => {
    const visitor = await Visitor.arrive(server.address)
    const lines = (count: number, line: string) => Array.from({ length: count }, () => line).join('\n')
    const note = { id: randomUUID(), text: lines(2400, 'a') }
    await visitor.operate('notes', [insert(note)])
    const sets = Array.from({ length: 60 }, (_, number) => ({
      do: 'set' as const,
      at: [note.id, 'text'],
      was: lines(1500, 'a'),
      to: lines(2400, number % 2 ? 'b' : 'c'),
    }))
    return () => visitor.operate('notes', sets)
  },
  'a trip of 60 is copied': async (server) => {
    const { visitor } = await tripOfSixty(server)
    return () => copy(visitor, true)
  },
  'two people of a trip of 60 are merged': async (server) => {
    const { visitor, parties } = await tripOfSixty(server)
    const adults = parties.flatMap(({ persons }) => persons.filter(({ kind }) => kind === 'adult'))
    const [stays, merged] = [adults[20]?.id, adults[30]?.id]
    return () => visitor.request('POST', '/people/merges', { stays, merged })
  },
  'a trip of 60 is deleted for good': async (server) => remove((await tripOfSixty(server)).visitor),
  'a member of a trip of 60 deletes their account': async (server) => {
    const { visitor } = await tripOfSixty(server)
    const { token } = await visitor.request<{ token: string }>('POST', '/invitations', {})
    const username = `member-${randomUUID().slice(0, 8)}`
    const member = await Visitor.register(server.address, { username, full_name: 'Mika Member' })
    await member.post('/api/join', { token, device: randomUUID(), is_someone_else: true })
    return () => member.post('/auth/v1/removal', { password: 'pine-needles', heirs: [], goes: [] })
  },
  'the owner of a trip of 60 deletes their account': async (server) => {
    const { visitor } = await tripOfSixty(server)
    const removal = { password: 'pine-needles', heirs: [], goes: [visitor.tripId] }
    return () => visitor.post('/auth/v1/removal', removal)
  },
}

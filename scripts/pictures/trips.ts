import type { InvitationLink, PeopleResponse } from '#domain/api/people.ts'
import type { Sharing } from '#domain/api/sharing.ts'
import { addDays, type LocalDate, localDateOf } from '#domain/local-date.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import { buildFamily, buildGroup } from '#domain/testing/example-people.ts'
import { buildPlan } from '#domain/testing/example-plan.ts'
import type { TripType } from '#domain/trip.ts'
import { Visitor } from '../bench/visitor.ts'

/** What a trip is like. `today`: it is going on. `past`: it ended last week. */
export const cases = ['empty', 'family', 'group', 'today', 'past'] as const
export type Case = (typeof cases)[number]
export const types = { car: 'car_trip', air: 'air_travel' } as const satisfies Record<string, TripType>
export type TypeName = keyof typeof types
export const typeNames = Object.keys(types) as TypeName[]

interface Kind {
  names: Record<TypeName, string>
  destinations: Record<TypeName, string>
  days: number
  /** When it departs, in days from now. */
  inDays: number
  isGroup: boolean
  shareDone: number
  expenses: number
}

const kinds: Record<Exclude<Case, 'empty'>, Kind> = {
  family: {
    names: { car: 'A long weekend at the lake', air: 'Lisbon with the kids' },
    destinations: { car: 'Sandbanks, Prince Edward County', air: 'Lisbon, Portugal' },
    days: 4,
    inDays: 12,
    isGroup: false,
    shareDone: 0.5,
    expenses: 4,
  },
  group: {
    names: { car: 'Algonquin with everybody', air: 'Kyoto, all of us' },
    destinations: { car: 'Whitefish Lake, Algonquin Park', air: 'Kyoto, Japan' },
    days: 10,
    inDays: 23,
    isGroup: true,
    shareDone: 0.3,
    expenses: 40,
  },
  today: {
    names: { car: 'Killarney in the fall', air: 'Porto and the Douro' },
    destinations: { car: 'George Lake, Killarney', air: 'Porto, Portugal' },
    days: 10,
    inDays: -4,
    isGroup: true,
    shareDone: 0.8,
    expenses: 40,
  },
  past: {
    names: { car: 'Bon Echo, the first time', air: 'A week in Reykjavík' },
    destinations: { car: 'Mazinaw Lake, Bon Echo', air: 'Reykjavík, Iceland' },
    days: 10,
    inDays: -16,
    isGroup: true,
    shareDone: 1,
    expenses: 40,
  },
}

/** People of the list who have joined as guests. The last ones wait until somebody confirms who they are. */
const GUESTS = 12
const UNCONFIRMED = 3

export interface ExampleTrip {
  id: string
  /** '' for a new trip. */
  shareToken: string
  joinToken: string
}

export interface Examples {
  /** Has all trips that are planned to some extent. */
  planner: Visitor
  /** Has new trips only. */
  beginner: Visitor
  /** Has no trip. */
  newcomer: Visitor
  trips: Map<string, ExampleTrip>
}

export const keyOf = (name: Case, type: TypeName) => `${name}-${type}`

/** Makes people and trips as the app would, over the API. */
export async function makeExamples(address: string, needed: ReadonlySet<string>): Promise<Examples> {
  const register = (username: string, full_name: string) => Visitor.register(address, { username, full_name })
  const planner = await register('robin', 'Robin Okafor')
  const beginner = await register('sam', 'Sam Whitefeather')
  const newcomer = await register('quinn', 'Quinn Adams')
  const trips = new Map<string, ExampleTrip>()
  for (const name of cases)
    for (const type of typeNames) {
      const key = keyOf(name, type)
      if (!needed.has(key)) continue
      const made = name === 'empty' ? makeEmpty(beginner, type) : makeTrip(address, planner, type, kinds[name])
      trips.set(key, await made)
    }
  return { planner, beginner, newcomer, trips }
}

async function makeEmpty(owner: Visitor, type: TypeName): Promise<ExampleTrip> {
  const trip = await owner.createTrip({ name: 'Somewhere in July', type: types[type] })
  trip.leave()
  return { id: trip.tripId, shareToken: '', joinToken: '' }
}

async function makeTrip(address: string, owner: Visitor, type: TypeName, kind: Kind): Promise<ExampleTrip> {
  const { names, destinations, days, inDays, isGroup, shareDone, expenses } = kind
  const visitor = await owner.createTrip({ name: names[type], type: types[type] })
  const departure: LocalDate = addDays(localDateOf(new Date()), inDays)
  const [me] = (await visitor.request<PeopleResponse>('GET', '/people')).people
  if (!me) throw new Error('The trip has no owner')
  const parties = isGroup ? buildGroup(me, departure) : buildFamily(me, departure)
  const plan = buildPlan({
    type: types[type],
    destination: destinations[type],
    departure,
    days,
    parties,
    shareDone,
    expenses,
  })
  // A family buys, brings and does what it likes without a list.
  const { gear, duties, shopping, ...ofFamily } = plan
  await visitor.setPlan(isGroup ? plan : ofFamily)
  const made = await finish(visitor)
  if (isGroup) await joinGuests(address, visitor, made.joinToken, parties)
  return made
}

/** Shares the trip and makes an invitation. */
async function finish(visitor: Visitor): Promise<ExampleTrip> {
  const { share_token } = await visitor.request<Sharing>('PUT', '/sharing', { is_public: true })
  const { token } = await visitor.request<InvitationLink>('POST', '/invitations', {})
  visitor.leave()
  return { id: visitor.tripId, shareToken: share_token, joinToken: token }
}

async function joinGuests(address: string, owner: Visitor, token: string, parties: Party[]): Promise<void> {
  const adults = listPersons(parties).filter(({ kind }) => kind === 'adult')
  for (const { id: person_id, name } of adults.slice(4, 4 + GUESTS)) {
    const guest = await Visitor.join(address, { token, name, person_id })
    await guest.openTrip()
    guest.leave()
  }
  const { people } = await owner.request<PeopleResponse>('GET', '/people')
  const claims = people.filter(({ is_unconfirmed }) => is_unconfirmed)
  for (const { id, person_id } of claims.slice(0, GUESTS - UNCONFIRMED))
    await owner.request('PUT', `/people/${id}/name`, { is_right: true, person_id })
  owner.leave()
}

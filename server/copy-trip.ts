import { canManagePeople, placeOf } from '#domain/access.ts'
import type { TripCopy } from '#domain/api/trip-life.ts'
import { derivedId } from '#domain/derived-id.ts'
import { AppError } from '#domain/errors.ts'
import type { User } from '#domain/person.ts'
import { type CommonName, commonNames, type SectionValue } from '#domain/plan/index.ts'
import { newPerson } from '#domain/plan/people.ts'
import type { Trip, TripCard } from '#domain/trip.ts'
import type { Db } from './db/engine.ts'
import { makeSection } from './plan/make-section.ts'
import type { PlanStore, Versions } from './plan/plan-store.ts'
import type { Quotas } from './quotas.ts'
import { createTrip } from './trips/trips.ts'

interface Stores {
  db: Db
  plan: PlanStore
  quotas: Quotas
  clock: () => Date
}

/** What of a section a copy starts with; a section that is not here is of the one journey, and stays as it is in a new trip. */
type Copied = { [Name in CommonName]?: (value: SectionValue<Name>, wish: Wish) => SectionValue<Name> }
interface Wish extends TripCopy {
  trip: Trip
  person: User
}

const copied: Copied = {
  details: (value) => ({
    ...value,
    departure_date: '',
    return_date: '',
    air_travel_flight_info: { carrier: '', flightNumber: '' },
  }),
  notes: (value) => value,
  meals: (value) => value,
  itinerary: (value) => value,
  checklist: (value, { with_ticks }) =>
    with_ticks
      ? value
      : value.map((group) => ({ ...group, items: group.items.map((item) => ({ ...item, checked: false })) })),
  people: (value, wish) => (wish.with_people ? peopleOf(value, wish) : []),
}

/**
 * Makes a trip of the person's own with the plan of another one, which they may copy. The same copy repeated makes no second one, and
 * changes nothing that was done to the first.
 * @throws AppError trip_exists when the id belongs to another trip; trips_full, trip_not_created
 */
export async function copyTrip(
  { db, plan, quotas, clock }: Stores,
  trip: Trip,
  wish: TripCopy,
  person: User,
): Promise<TripCard> {
  const versions = await plan.listVersions(trip.id)
  await requireRoomForCopy(plan, quotas, trip, versions, { id: wish.id, owner_id: person.id })
  const card = await createTrip(db, person, { id: wish.id, name: wish.name, type: trip.type }, clock(), quotas)
  const made = await plan.listVersions(card.id)
  const whole = { ...wish, with_people: wish.with_people && canManagePeople(trip), trip, person }
  // What nobody has ever changed is the same sample there.
  for (const name of commonNames)
    if (versions[name] > 0 && made[name] === 0) await copySection(plan, name, versions[name], card, whole)
  const { destination_name } = (await plan.load(card, 'details', (await plan.listVersions(card.id)).details)).value as {
    destination_name: string
  }
  return { ...card, destination_name }
}

/** @throws AppError trips_full */
async function requireRoomForCopy(
  plan: PlanStore,
  quotas: Quotas,
  trip: Trip,
  versions: Versions,
  copy: Pick<Trip, 'id' | 'owner_id'>,
): Promise<void> {
  let bytes = 0
  for (const name of commonNames)
    if (versions[name] > 0) bytes += Buffer.byteLength((await plan.load(trip, name, versions[name])).text)
  if (!(await quotas.hasRoomForPlan(copy, bytes))) throw new AppError('trips_full', NO_ROOM)
}

const NO_ROOM = 'You have no space left for plans. Ask your administrator to raise the limit.'

async function copySection(
  plan: PlanStore,
  name: CommonName,
  version: number,
  card: TripCard,
  wish: Wish,
): Promise<void> {
  const copy = copied[name] as ((value: unknown, wish: Wish) => SectionValue<typeof name>) | undefined
  if (!copy) return
  const { value } = await plan.load(wish.trip, name, version)
  // Of two requests that came at once the second one's operations are known by then: nothing stands there twice.
  const operationId = (number: number) => derivedId(`copy/${card.id}/${name}/${number}`)
  await makeSection(plan, card, name, copy(value, wish), { person: wish.person, operationId })
}

/** The people with what they eat, who have all still to say whether they come. Nobody but the person is tied to an account there. */
function peopleOf(parties: SectionValue<'people'>, { id, trip, person }: Wish): SectionValue<'people'> {
  const own = placeOf(person, trip)
  // The same copy made again has the same people.
  const newIdOf = (former: string) => derivedId(`copy/${id}/people/${former}`)
  return parties.map((party) => ({
    ...party,
    id: party.id === own.party_id ? person.id : newIdOf(party.id),
    persons: party.persons.map((one) => {
      const { coming, from, until, skips } = newPerson('', '')
      return { ...one, id: one.id === own.person_id ? person.id : newIdOf(one.id), coming, from, until, skips }
    }),
  }))
}

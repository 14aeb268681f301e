import { canManagePeople, identityOf } from '#domain/access.ts'
import type { PlanOperation } from '#domain/api/operations.ts'
import type { TripCopy } from '#domain/api/trip-life.ts'
import { derivedId } from '#domain/derived-id.ts'
import { AppError } from '#domain/errors.ts'
import { mapPersonRefs } from '#domain/operations/person-refs.ts'
import type { User } from '#domain/person.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import { forms } from '#domain/plan/forms.ts'
import { type CommonSectionName, commonSectionNames, type SectionValue } from '#domain/plan/index.ts'
import { listPersons, newPerson } from '#domain/plan/people.ts'
import type { Trip, TripCard } from '#domain/trip.ts'
import * as m from '#messages'
import type { Db } from '../db/engine.ts'
import { forEachGivingWay, giveWay } from '../db/turn-of-event-loop.ts'
import { isUniqueViolation } from '../db/violations.ts'
import { findOutcomes, rememberOutcomes } from '../plan/known-operations.ts'
import { loadParties } from '../plan/load-parties.ts'
import type { PlanStore, Versions } from '../plan/plan-store.ts'
import type { Quotas } from './quotas.ts'
import { createTrip } from './trips.ts'

interface Stores {
  db: Db
  plan: PlanStore
  quotas: Quotas
  clock: () => Date
}

/** What a copy takes from each section. Sections not listed, such as the costs, start as in any new trip. */
type CopyRules = {
  [Name in CommonSectionName]?: (value: SectionValue<Name>, options: CopyOptions) => SectionValue<Name>
}
interface CopyOptions extends TripCopy {
  trip: Trip
  person: User
}

const copyRules: CopyRules = {
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
  // Who buys what, and where, is a plan. What is at home is ticked, and what was bought was for the other trip.
  shopping: ({ items, states }, { with_ticks }) => ({
    items,
    states: with_ticks ? states : states.map((state) => ({ ...state, is_at_home: false, amount_at_home: '' })),
    purchases: [],
  }),
  // Riders and sleepers are people: without them nobody has a seat.
  rides: (value, { with_rides }) => (with_rides === false ? { cars: [], riders: [] } : value),
  beds: (value, { with_rides }) => (with_rides === false ? { beds: [], sleepers: [] } : value),
  // People volunteer again for the new trip.
  duties: ({ duties }, { with_duties }) => ({ duties: with_duties === false ? [] : duties, volunteers: [] }),
  people: (value, options) => (options.with_people ? peopleOf(value, options) : []),
}

/**
 * Creates a trip owned by `person` with the plan of another trip, which they must be allowed to copy. A long plan is
 * copied in slices, so the trip is in their list before all of its plan is there. If that is interrupted, a retry does
 * the rest. Once it is done, a retry changes nothing, and it never changes anything in the first trip.
 * @throws AppError trip_exists if the id belongs to another trip; trips_full, trip_not_created
 */
export async function copyTrip(
  { db, plan, quotas, clock }: Stores,
  trip: Trip,
  request: TripCopy,
  person: User,
): Promise<TripCard> {
  const doneId = derivedId(`copy/${request.id}`)
  const isDone = (await findOutcomes(db, request.id, [doneId])).size > 0
  const versions = await plan.listVersions(trip.id)
  if (!isDone) await requireRoomForCopy(plan, quotas, trip, versions, { id: request.id, owner_id: person.id })
  const { type, template_revision } = trip
  const copy = { id: request.id, name: request.name, type }
  const card = await createTrip(db, person, copy, clock(), quotas, template_revision)
  if (!isDone) {
    const options = { ...request, with_people: request.with_people && canManagePeople(trip), trip, person }
    // A section that nobody has changed has the same template in the new trip.
    for (const name of commonSectionNames)
      if (versions[name] > 0) await copySection(plan, name, versions[name], card, options)
    await rememberOutcomes(db, card.id, new Map([[doneId, 'applied']])).catch((cause) => {
      // A concurrent retry has done the same.
      if (!isUniqueViolation(cause)) throw cause
    })
  }
  const { destination_name } = (await plan.load(card, 'details', (await plan.listVersions(card.id)).details)).value as {
    destination_name: string
  }
  return { ...card, destination_name }
}

async function requireRoomForCopy(
  plan: PlanStore,
  quotas: Quotas,
  trip: Trip,
  versions: Versions,
  copy: Pick<Trip, 'id' | 'owner_id'>,
): Promise<void> {
  let bytes = 0
  for (const name of commonSectionNames)
    if (versions[name] > 0) {
      bytes += Buffer.byteLength((await plan.load(trip, name, versions[name])).text)
      await giveWay()
    }
  if (!(await quotas.hasRoomForPlan(copy, bytes))) throw new AppError('trips_full', m.api_errors_copy_no_room())
}

async function copySection(
  plan: PlanStore,
  name: CommonSectionName,
  version: number,
  card: TripCard,
  options: CopyOptions,
): Promise<void> {
  const copy = copyRules[name] as ((value: unknown, options: CopyOptions) => SectionValue<typeof name>) | undefined
  if (!copy) return
  const { value } = await plan.load(options.trip, name, version)
  await giveWay()
  const copied = mapPersonRefs(forms[name], copy(value, options), {
    person: options.with_people ? await personIds(plan, options) : () => '',
  })
  await giveWay()
  // From the template, so that a retry has the same operations, whatever is in the copy already.
  const template = (await plan.load(card, name, 0)).value
  const mutations = diffSection(name, card.type, template, copied)
  await giveWay()
  const operations: PlanOperation[] = []
  await forEachGivingWay(mutations, (mutation) => {
    const id = derivedId(`copy/${card.id}/${name}/${mutation.do}/${mutation.at.join('/')}`)
    // What its owner has typed into the copy since then wins.
    operations.push({ ...mutation, id, section: name, when: Date.parse(card.created_at) })
  })
  if (operations.length > 0) await plan.operate(card, { operations, seen: {} }, options.person)
}

/** Returns a person's id in the copy; '' for somebody who is not on the list. */
async function personIds(plan: PlanStore, options: CopyOptions): Promise<(personId: string) => string> {
  const parties = await loadParties(plan, options.trip)
  const ids = new Map(
    listPersons(parties).map(({ id }) => [
      id,
      newIdOf(id, identityOf(options.person, options.trip).person_id, options),
    ]),
  )
  return (personId) => ids.get(personId) ?? ''
}

/** An id in the copy. It is derived, so that a retry creates the same people. `own`: the one of who makes the copy. */
function newIdOf(former: string, own: string, { id, person }: CopyOptions): string {
  return former === own ? person.id : derivedId(`copy/${id}/people/${former}`)
}

/** Copies people with their diets. Everybody's attendance is open again, and only `person` is linked to a user. */
function peopleOf(parties: SectionValue<'people'>, options: CopyOptions): SectionValue<'people'> {
  const own = identityOf(options.person, options.trip)
  return parties.map((party) => ({
    ...party,
    id: newIdOf(party.id, own.party_id, options),
    persons: party.persons.map((one) => {
      const { coming, from, until, skips, answered_for, settled_for } = newPerson('', '')
      const noAnswer = { coming, from, until, skips, answered_for, settled_for }
      return { ...one, id: newIdOf(one.id, own.person_id, options), ...noAnswer }
    }),
  }))
}

import { canManagePeople, identityOf } from '#domain/access.ts'
import type { PlanOperation } from '#domain/api/operations.ts'
import type { TripCopy } from '#domain/api/trip-life.ts'
import { derivedId } from '#domain/derived-id.ts'
import { AppError } from '#domain/errors.ts'
import { mapPersonRefs } from '#domain/operations/person-refs.ts'
import type { User } from '#domain/person.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import { forms } from '#domain/plan/forms.ts'
import { type CommonSectionName, commonSectionNames, plan as planSections } from '#domain/plan/index.ts'
import { listPersons } from '#domain/plan/people.ts'
import type { Section } from '#domain/plan/section.ts'
import type { Trip, TripCard } from '#domain/trip.ts'
import * as m from '#messages'
import type { Db } from '../db/engine.ts'
import { forEachGivingWay, giveWay } from '../db/turn-of-event-loop.ts'
import { isUniqueViolation } from '../db/violations.ts'
import { findDecisions, rememberDecisions } from '../plan/known-operations.ts'
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

interface CopyRequest extends TripCopy {
  trip: Trip
  person: User
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
  const isDone = (await findDecisions(db, request.id, [doneId])).size > 0
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
    await rememberDecisions(db, card.id, new Map([[doneId, { outcome: 'applied' }]])).catch((cause) => {
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
  options: CopyRequest,
): Promise<void> {
  const copied = planSections[name].copied as Section<unknown>['copied']
  if (!copied) return
  const { value } = await plan.load(options.trip, name, version)
  await giveWay()
  const own = identityOf(options.person, options.trip)
  const newIds = {
    newPartyId: (id: string) => newIdOf(id, own.party_id, options),
    newPersonId: (id: string) => newIdOf(id, own.person_id, options),
  }
  const taken = mapPersonRefs(forms[name], copied(value, { ...options, ...newIds }), {
    person: options.with_people ? await personIds(plan, options) : () => '',
  })
  await giveWay()
  // From the template, so that a retry has the same operations, whatever is in the copy already.
  const template = (await plan.load(card, name, 0)).value
  const mutations = diffSection(name, card.type, template, taken)
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
async function personIds(plan: PlanStore, options: CopyRequest): Promise<(personId: string) => string> {
  const parties = await loadParties(plan, options.trip)
  const ids = new Map(
    listPersons(parties).map(({ id }) => [
      id,
      newIdOf(id, identityOf(options.person, options.trip).person_id, options),
    ]),
  )
  return (personId) => ids.get(personId) ?? ''
}

/**
 * The id in the copy of a person or party. It is derived, so that a retry creates the same people.
 * @param own the id of who makes the copy, who is linked to it there too
 */
function newIdOf(former: string, own: string, { id, person }: CopyRequest): string {
  return former === own ? person.id : derivedId(`copy/${id}/people/${former}`)
}

import { isObject, type Json, type JsonObject } from '#domain/operations/json.ts'
import { lowerId } from '#domain/operations/lower-case-ids.ts'
import type { Booking, Code } from '#domain/plan/booking.ts'
import type { Db } from '../db/engine.ts'
import { giveWay } from '../db/turn-of-event-loop.ts'
import { namesAny, rewriteVersions } from '../plan/rewrite-references.ts'

/*
 * The codes of boarding passes and vouchers of somebody whose account is deleted: they say a name, a booking and the
 * number of a frequent flyer.
 * Job: finds the codes of a person in tickets and stays, and erases them from the history and the tombstones.
 * Invariants: a code refers to a passenger, and only that to a person. If it has a passenger now, it is theirs if that
 *   is; otherwise if it ever was: removing a passenger leaves their code to everybody. It goes wherever it was, so
 *   versions follow each other. Codes of others may get another order in an older version: they are shown by passenger.
 */

const BOOKING_SECTIONS = ['tickets', 'stays'] as const
type BookingSection = (typeof BOOKING_SECTIONS)[number]
export const isBookingSection = (section: string): section is BookingSection =>
  BOOKING_SECTIONS.some((name) => name === section)

interface ForgottenOf {
  tripId: string
  /** The ids of the person, also of entries that were merged into theirs. */
  persons: ReadonlySet<string>
  /** The current tickets and stays. */
  values: Record<BookingSection, unknown>
}

/**
 * Erases the codes of a person from the history and the tombstones.
 * @returns a function that removes them from a current value, which is returned as it is if it has none
 */
export async function forgetCodes(
  trx: Db,
  { tripId, persons, values }: ForgottenOf,
): Promise<<Value>(value: Value) => Value> {
  const codes = await findCodes(trx, { tripId, persons, values })
  if (codes.size === 0) return (value) => value
  for (const section of BOOKING_SECTIONS)
    await rewriteVersions(trx, { tripId, section, naming: ['"codes"'] }, (content) => {
      const operations = content.operations.filter(({ at }) => !isOfCode(at, codes))
      const kept = withoutCodes({ ...content, operations }, codes)
      const isSame = kept.value === content.value && kept.operations.length === content.operations.length
      return isSame && kept.operations.every((one, index) => one === content.operations[index]) ? content : kept
    })
  await forgetRemovedCodes(trx, tripId, codes)
  return (value) => withoutCodes(value, codes)
}

/** The ids of their codes. */
async function findCodes(trx: Db, { tripId, persons, values }: ForgottenOf): Promise<ReadonlySet<string>> {
  if (persons.size === 0) return new Set()
  const bookings = BOOKING_SECTIONS.flatMap((section) => values[section] as Booking[])
  const isTheirs = (id: unknown) => typeof id === 'string' && persons.has(lowerId(id))
  const [codes, ofOthers] = [new Set<string>(), new Set<string>()]
  for (const booking of bookings) {
    const owners = new Map(booking.passengers.map(({ id, person_id }) => [id, isTheirs(person_id)]))
    for (const { id, passenger_id } of booking.codes) {
      const isOwned = owners.get(passenger_id)
      if (isOwned !== undefined) (isOwned ? codes : ofOthers).add(id)
    }
  }

  const passengers = new Set<string>()
  const isOfPassenger = (id: unknown) => typeof id === 'string' && passengers.has(id)
  await readStored(trx, tripId, [...persons], (mutation) => {
    for (const id of namedBy(mutation, 'passengers', 'person_id', isTheirs)) passengers.add(id)
  })
  if (passengers.size === 0) return codes
  await readStored(trx, tripId, ['"passenger_id"'], (mutation) => {
    for (const id of namedBy(mutation, 'codes', 'passenger_id', isOfPassenger)) if (!ofOthers.has(id)) codes.add(id)
  })
  return codes
}

/** Calls `see` with all mutations and snapshots of the history and all tombstones that name one of these texts. */
async function readStored(
  trx: Db,
  tripId: string,
  naming: readonly string[],
  see: (stored: { at: readonly string[]; was?: Json }) => void,
): Promise<void> {
  for (const section of BOOKING_SECTIONS) {
    await rewriteVersions(trx, { tripId, section, naming }, (content) => {
      for (const mutation of content.operations) see(mutation)
      see({ at: [], was: content.value })
      return content
    })
    const removed = trx.selectFrom('plan_removed').where('trip_id', '=', tripId).where('section', '=', section)
    for (const { place, entry } of await removed
      .select(['place', 'entry'])
      .where(namesAny(naming, ['entry']))
      .execute())
      see({ at: place.split('/'), was: entry })
    await giveWay()
  }
}

/** The ids of the entries of a list of bookings whose field has such a value, or had it before or after a mutation. */
function namedBy(
  mutation: { at: readonly string[] },
  list: 'passengers' | 'codes',
  field: string,
  isNamed: (value: unknown) => boolean,
): string[] {
  const { at, was, to, entry } = mutation as { at: readonly string[] } & JsonObject
  const given = [was, to, entry]
  const [, inList, id] = at
  if (inList === list && id !== undefined && at.length > 2)
    return given.some((value) => isNamed(at[3] === field ? value : isObject(value) && value[field])) ? [id] : []
  const bookings = given.flatMap((value) => (Array.isArray(value) ? value : [value])).filter(isObject)
  const entries = bookings.flatMap((booking) => booking[list] ?? []).filter(isObject)
  return entries.flatMap((one) => (isNamed(one[field]) ? [one['id'] as string] : []))
}

const isOfCode = (at: readonly string[], codes: ReadonlySet<string>) => at[1] === 'codes' && codes.has(at[2] ?? '')

async function forgetRemovedCodes(trx: Db, tripId: string, codes: ReadonlySet<string>): Promise<void> {
  const ofTrip = trx.selectFrom('plan_removed').where('trip_id', '=', tripId).where('section', 'in', BOOKING_SECTIONS)
  const rows = await ofTrip
    .select(['section', 'place', 'entry'])
    .where(namesAny(['"codes"', '/codes/'], ['place', 'entry']))
    .execute()
  for (const { section, place, entry } of rows) {
    await giveWay()
    const kept = isOfCode(place.split('/'), codes) ? undefined : withoutCodes(entry, codes)
    if (kept === entry) continue
    const isThere = { trip_id: tripId, section, place }
    if (kept === undefined)
      await trx
        .deleteFrom('plan_removed')
        .where((eb) => eb.and(isThere))
        .execute()
    else
      await trx
        .updateTable('plan_removed')
        .set({ entry: JSON.stringify(kept) })
        .where((eb) => eb.and(isThere))
        .execute()
  }
}

/** A copy without these codes, wherever a booking is in it; what has none is returned as the same object. */
function withoutCodes<Value>(value: Value, codes: ReadonlySet<string>): Value {
  return without(value) as Value

  function without(part: Json): Json {
    if (Array.isArray(part)) {
      const kept = part.map(without)
      return kept.every((one, index) => one === part[index]) ? part : kept
    }
    if (!isObject(part)) return part
    const entries = Object.entries(part).map(([key, inner]): [string, Json] => {
      if (key !== 'codes' || !Array.isArray(inner)) return [key, without(inner)]
      const others = (inner as Code[]).filter(({ id }) => !codes.has(id))
      return [key, others.length === inner.length ? inner : others]
    })
    return entries.every(([key, inner]) => inner === part[key]) ? part : Object.fromEntries(entries)
  }
}

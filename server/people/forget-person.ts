import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PlanOperation } from '#domain/api/operations.ts'
import type { Party } from '#domain/plan/people.ts'
import type { PrivateParty } from '#domain/plan/private.ts'
import type { Db } from '../db/engine.ts'
import type { Happened } from '../db/tables.ts'
import type { PlannedTrip } from '../plan/plan-store.ts'
import { type Stores, takeOut } from './people.ts'

/*
 * What is left of somebody in a trip of others when their account goes.
 * Job: what they wrote into the plan stays, by a former member; who they are goes: their party among the people, what is private of it,
 *   and both in the history, which everybody else's part of stays.
 * Invariants: a party goes as a whole where nobody else has said to be of it, else the person alone. Every version of the history can still
 *   be had, without them.
 * Failure: done again, it does what is left.
 */

/** In the place of whoever wrote something and has no account any more. It lets nobody in. */
export const FORMER_MEMBER = '00000000-0000-4000-8000-00000000f0e1'
/** The sections in which people stand. */
const OF_PEOPLE = ['people', 'private'] as const
const VERSIONS_AT_ONCE = 200
/** Somebody may be changing it: then it is looked at once more. */
const TRIES = 5

/** Makes the one in whose name stands what former members wrote. */
export async function makeFormerMember(db: Db, now: Date): Promise<void> {
  const created_at = now.toISOString()
  await db
    .insertInto('users')
    .values({ id: FORMER_MEMBER, email: null, referred_by: null, created_at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const profile = { id: FORMER_MEMBER, username: 'former member', full_name: 'Former member', is_beta_user: false, created_at }
  await db
    .insertInto('profiles')
    .values(profile)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/**
 * Takes somebody out of a trip for good.
 * @param userId theirs, and
 * @param former those of the guests that they have been
 */
export async function forgetPerson(stores: Stores, trip: PlannedTrip, userId: string, former: readonly string[]): Promise<void> {
  const gone = await idsOf(stores.db, trip.id, userId, former)
  await removeFromPlan(stores, trip, gone)
  await takeOut(stores, trip, userId)
  await stores.db.transaction().execute(async (trx) => {
    for (const id of [userId, ...former])
      await trx
        .updateTable('plan_history')
        .set({ saved_by: FORMER_MEMBER })
        .where('trip_id', '=', trip.id)
        .where('saved_by', '=', id)
        .execute()
    await forgetRemoved(trx, trip.id, gone)
  })
  await forgetInHistory(stores.db, trip.id, gone)
}

/** Under which ids they stand among the people: their own, and what they have said to be; a party only where nobody else is of it. */
async function idsOf(db: Db, tripId: string, userId: string, former: readonly string[]): Promise<Set<string>> {
  const passes = await db.selectFrom('passes').select(['user_id', 'person_id', 'party_id']).where('trip_id', '=', tripId).execute()
  const own = passes.find((pass) => pass.user_id === userId)
  const ids = new Set([userId, ...former, ...(own ? [own.person_id] : [])])
  const isShared = passes.some((pass) => pass.user_id !== userId && pass.party_id === own?.party_id)
  if (own && !isShared) ids.add(own.party_id)
  return ids
}

/** Removes them from how the plan stands, as an edit that everybody hears of. */
async function removeFromPlan({ plan }: Stores, trip: PlannedTrip, gone: ReadonlySet<string>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const versions = await plan.listVersions(trip.id)
    const operations: PlanOperation[] = []
    for (const section of OF_PEOPLE) {
      const { value } = await plan.load(trip, section, versions[section])
      operations.push(...removalsOf(section, value as (Party | PrivateParty)[], gone))
    }
    if (operations.length === 0) return
    await plan.operate(trip, { operations, seen: {} }, null)
  }
}

function removalsOf(
  section: (typeof OF_PEOPLE)[number],
  parties: (Party | PrivateParty)[],
  gone: ReadonlySet<string>,
): PlanOperation[] {
  const removal = (list: readonly { id: string }[], at: string[], place: number) => ({
    id: randomUUID(),
    section,
    do: 'remove' as const,
    at,
    was: list[place],
    after: list[place - 1]?.id ?? null,
  })
  return parties.flatMap((party, at) => {
    if (gone.has(party.id)) return [removal(parties, [party.id], at)]
    const persons = party.persons as { id: string }[]
    return persons.flatMap((person, n) => (gone.has(person.id) ? [removal(persons, [party.id, 'persons', person.id], n)] : []))
  }) as PlanOperation[]
}

/** What the server knows of what was removed. */
async function forgetRemoved(trx: Db, tripId: string, gone: ReadonlySet<string>): Promise<void> {
  const rows = await trx
    .selectFrom('plan_removed')
    .select(['section', 'place', 'entry', 'after'])
    .where('trip_id', '=', tripId)
    .where('section', 'in', OF_PEOPLE)
    .execute()
  for (const { section, place, entry, after } of rows) {
    const at = trx
      .updateTable('plan_removed')
      .where('trip_id', '=', tripId)
      .where('section', '=', section)
      .where('place', '=', place)
    const left = without(entry, gone)
    if (place.split('/').some((id) => gone.has(id)))
      await trx
        .deleteFrom('plan_removed')
        .where('trip_id', '=', tripId)
        .where('section', '=', section)
        .where('place', '=', place)
        .execute()
    else if (left.isLess) await at.set({ entry: JSON.stringify(left.value) }).execute()
    if (after !== null && gone.has(after)) await at.set({ after: null }).execute()
  }
}

/** Every version of the people, some at a time: others edit the trip meanwhile. */
async function forgetInHistory(db: Db, tripId: string, gone: ReadonlySet<string>): Promise<void> {
  for (let from = 0; ; ) {
    const rows = await db
      .selectFrom('plan_history')
      .select(['version', 'operations', 'value'])
      .where('trip_id', '=', tripId)
      .where('section', '=', 'people')
      .where('version', '>', from)
      .orderBy('version')
      .limit(VERSIONS_AT_ONCE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    from = last.version
    for (const { version, operations, value } of rows) {
      const left = withoutDeeds(operations, gone)
      const whole = value === null ? undefined : without(value, gone)
      if (left.isLess || whole?.isLess)
        await db
          .updateTable('plan_history')
          .set({ operations: JSON.stringify(left.value), ...(whole && { value: JSON.stringify(whole.value) }) })
          .where('trip_id', '=', tripId)
          .where('section', '=', 'people')
          .where('version', '=', version)
          .execute()
    }
  }
}

interface Left<Value> {
  value: Value
  isLess: boolean
}

/** Deeds without what was done to those who are gone. */
function withoutDeeds(deeds: readonly Happened[], gone: ReadonlySet<string>): Left<Happened[]> {
  let isLess = false
  const value = deeds.flatMap((deed) => {
    if (deed.at.some((id) => gone.has(String(id)))) {
      isLess = true
      return []
    }
    const left = without(deed, gone)
    isLess ||= left.isLess
    return [left.value]
  })
  return { value, isLess }
}

/** A value without the entries that are gone; what stood behind one of them stands at the beginning. */
function without<Value>(value: Value, gone: ReadonlySet<string>): Left<Value> {
  let isLess = false
  const take = (part: unknown, name?: string): unknown => {
    if (name === 'after' && typeof part === 'string' && gone.has(part)) {
      isLess = true
      return null
    }
    if (Array.isArray(part)) {
      const kept = part.filter((entry) => !gone.has((entry as { id?: string } | null)?.id ?? ''))
      isLess ||= kept.length < part.length
      return kept.map((entry) => take(entry))
    }
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, take(inner, key)]))
  }
  return { value: take(value) as Value, isLess }
}

/** The trips of others in which somebody is, or has ever written something. */
export async function listTripsOf(db: Db, userIds: readonly string[]): Promise<PlannedTrip[]> {
  const found: PlannedTrip[] = []
  for (let from = '00000000-0000-0000-0000-000000000000'; ; ) {
    const some = await db.selectFrom('trips').select(['id', 'type']).where('id', '>', from).orderBy('id').limit(100).execute()
    const last = some.at(-1)
    if (!last) return found
    from = last.id
    const ids = some.map(({ id }) => id)
    const wrote = db.selectFrom('plan_history').select('trip_id').where('trip_id', 'in', ids).where('saved_by', 'in', userIds)
    const plans = db.selectFrom('passes').select('trip_id').where('trip_id', 'in', ids).where('user_id', 'in', userIds)
    const rows = await wrote.union(plans).execute()
    const theirs = new Set(rows.map(({ trip_id }) => trip_id))
    found.push(...some.filter(({ id }) => theirs.has(id)))
  }
}

/** What was tried too often by somebody, or for their e-mail. */
export async function forgetAttempts(db: Db, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const pattern = `%${key.replace(/[\\%_]/g, '\\$&')}%`
    await sql`delete from attempts where key like ${pattern} escape '\\'`.execute(db)
  }
}

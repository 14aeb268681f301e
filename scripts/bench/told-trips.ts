import { randomUUID } from 'node:crypto'
import type { PushSubscriptionRequest } from '#domain/api/notices.ts'
import { addDays, type LocalDate } from '#domain/local-date.ts'
import type { CommonSectionName } from '#domain/plan/index.ts'
import { newPerson } from '#domain/plan/people.ts'
import { buildPlan } from '#domain/testing/example-plan.ts'
import { hashOf } from '#server/accounts/secret.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Db } from '#server/db/engine.ts'
import { PlanStore } from '#server/plan/plan-store.ts'
import { insertMemberships, insertTrip } from '#server/testing/rows.ts'

/*
 * Trips whose people are to be reminded, as 10,000 people who use the app would leave them. Written to the database of
 * a server that is not running: signing up alone would take ten minutes.
 */

export const TRIPS = 350
/** One of them, the organizer, has said that they are coming. */
export const PEOPLE = 30
export const REMINDED = TRIPS * (PEOPLE - 1)
const DAYS = 10
const DEPARTURE_IN_DAYS = 40
const DAY_MS = 24 * 60 * 60_000

interface Place {
  dataDir: string
  databaseUrl: string | undefined
}

async function withDatabase<Value>(place: Place, run: (db: Db) => Promise<Value>): Promise<Value> {
  const database = await openDatabase(place)
  try {
    return await run(database.kysely)
  } finally {
    await database.close()
  }
}

/** The key with which browsers subscribe. The server has made it when it started. */
export const findPushKey = (place: Place): Promise<string> =>
  withDatabase(place, async (db) => {
    const { public_key } = await db.selectFrom('push_keys').select('public_key').executeTakeFirstOrThrow()
    return public_key
  })

/** Creates fully planned trips whose members have not answered whether they are coming. */
export const plantTrips = (place: Place, subscriptions: readonly PushSubscriptionRequest[]): Promise<void> =>
  withDatabase(place, async (db) => {
    const plan = new PlanStore(db, () => new Date())
    const queue = subscriptions.values()
    for (let n = 0; n < TRIPS; n++) await plantTrip(db, plan, queue)
  })

async function plantTrip(db: Db, plan: PlanStore, subscriptions: Iterator<PushSubscriptionRequest>): Promise<void> {
  const ids = Array.from({ length: PEOPLE }, () => randomUUID())
  const [owner_id = '', ...members] = ids
  const created_at = new Date().toISOString()
  const accounts = ids.map((id) => ({ id, email: `${id}@example.org`, created_at }))
  const profiles = ids.map((id) => ({
    ...{ id, username: `p-${id.slice(0, 8)}`, full_name: 'Robin Tester', is_beta_user: true, created_at },
  }))
  await db.insertInto('users').values(accounts).execute()
  await db.insertInto('profiles').values(profiles).execute()
  // Whenever this runs, nobody's quiet hours are now.
  const quiet = { quiet_from: '', quiet_until: '', quiet_zone: '' }
  await db
    .insertInto('notice_settings')
    .values(ids.map((user_id) => ({ user_id, ...quiet })))
    .execute()
  const trip = await insertTrip(db, { owner_id })
  await insertMemberships(
    db,
    members.map((user_id) => ({ trip_id: trip.id, user_id, role: 'member' as const })),
  )
  const rows = ids.map((user_id) => {
    const { value } = subscriptions.next()
    const { endpoint, keys, public_key } = value as PushSubscriptionRequest
    const endpoint_hash = hashOf(endpoint)
    const subscription = { id: randomUUID(), user_id, session_key: endpoint_hash, endpoint, endpoint_hash, ...keys }
    const times = { created_at, renewed_at: created_at, failures: 0, failed_since: null }
    return { ...subscription, public_key, device: 'Chrome on Android', ...times }
  })
  await db.insertInto('push_subscriptions').values(rows).execute()
  const parties = ids.map((id, n) => ({
    ...{ id, name: '' },
    persons: [{ ...newPerson(id, `Person ${n}`), coming: n === 0 ? ('coming' as const) : ('open' as const) }],
  }))
  const departure = addDays(created_at.slice(0, 10) as LocalDate, DEPARTURE_IN_DAYS)
  const planned = buildPlan({ type: trip.type, destination: 'Pog Lake', departure, days: DAYS, parties })
  // Other questions and dates would be reminders too.
  const { polls: _, todos: __, ...sections } = planned
  const names = Object.keys(sections).sort() as CommonSectionName[]
  await plan.rewriteSections(trip, names, async () =>
    names.map((section) => ({ section, value: sections[section as keyof typeof sections] })),
  )
}

/** How many trips have not been looked at yet, of planted ones and those of visitors. */
export const countUnseen = (place: Place): Promise<number> =>
  withDatabase(place, async (db) => {
    const counted = db
      .selectFrom('trips')
      .leftJoin('trip_watches', 'trip_watches.trip_id', 'trips.id')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('trips.owner_id', 'is not', null)
      .where('trip_watches.trip_id', 'is', null)
    return Number((await counted.executeTakeFirstOrThrow()).count)
  })

/**
 * Backdates everything by four days and switches reminders on three days ago. The server looks at the trips again at
 * the given time, and finds that everybody who has not answered is to be reminded.
 */
export const letBeDueAt = (place: Place, at: Date): Promise<void> =>
  withDatabase(place, async (db) => {
    const daysAgo = (days: number) => new Date(at.getTime() - days * DAY_MS).toISOString()
    const watches = await db.selectFrom('trip_watches').select(['trip_id', 'known']).execute()
    for (const { trip_id, known } of watches) {
      const older = JSON.stringify(known).replaceAll(/"since":"[^"]+"/g, `"since":"${daysAgo(4)}"`)
      const change = { known: older, check_at: at.toISOString() }
      await db.updateTable('trip_watches').set(change).where('trip_id', '=', trip_id).execute()
    }
    await db
      .updateTable('trips')
      .set({ reminds_since: daysAgo(3) })
      .where('owner_id', 'is not', null)
      .execute()
  })

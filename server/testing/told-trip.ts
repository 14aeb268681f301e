import { pino } from 'pino'
import { addDays, type LocalDate } from '#domain/local-date.ts'
import type { About } from '#domain/notices/notice.ts'
import { noticeText } from '#domain/notices/notice-words.ts'
import { type Details, details } from '#domain/plan/details.ts'
import type { Party } from '#domain/plan/people.ts'
import { buildComing, buildParties } from '#domain/testing/people.ts'
import { buildCar } from '#domain/testing/rides.ts'
import type { Trip } from '#domain/trip.ts'
import { TripWatch, type TripWatchOptions } from '#server/notify/watch.ts'
import { insertMembership, insertTrip } from './rows.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

export interface SignedIn {
  user: { id: string }
  client: TestClient
}

/** A trip whose people are told what is new, 30 days from now. Ana owns it, and Ben drives Kim. */
export interface ToldTrip {
  trip: Trip
  ana: SignedIn
  ben: SignedIn
  kim: SignedIn
  parties: Party[]
  details: Details
  departure: LocalDate
  rides: { cars: ReturnType<typeof buildCar>[]; riders: { id: string; car: string }[] }
}

/** Looks at trips only when asked. */
export const openWatch = (app: TestApp, options: Partial<TripWatchOptions> = {}): TripWatch =>
  new TripWatch({
    ...{ db: app.db, plan: app.plan, clock: app.clock, log: pino({ level: 'silent' }), onNotices: () => {} },
    ...options,
  })

/** It was looked at, so that what changes is news. */
export async function openToldTrip(app: TestApp): Promise<ToldTrip> {
  const names = ['Ana', 'Ben', 'Kim']
  const people = await Promise.all(names.map(() => app.signUp()))
  const [ana, ben, kim] = people as unknown as [SignedIn, SignedIn, SignedIn]
  const trip = await insertTrip(app.db, { owner_id: ana.user.id })
  for (const { user } of [ben, kim])
    await insertMembership(app.db, { trip_id: trip.id, user_id: user.id, role: 'member' })
  const departure = addDays(app.clock().toISOString().slice(0, 10) as LocalDate, 30)
  const parties = buildParties(...people.map(({ user }, at) => buildComing(names[at] as string, { id: user.id })))
  await ana.client.makeSection(trip.id, 'people', parties)
  const dated = { ...details.empty, departure_date: departure, return_date: addDays(departure, 3), time_zone: 'UTC' }
  await ana.client.makeSection(trip.id, 'details', dated)
  const car = buildCar(ben.user.id)
  const rides = { cars: [car], riders: [{ id: kim.user.id, car: car.id }] }
  await ben.client.makeSection(trip.id, 'rides', rides)
  await openWatch(app).look(trip.id)
  return { trip, ana, ben, kim, parties, details: dated, departure, rides }
}

/** What somebody was told about a trip, with its words. */
export async function toldTo(app: TestApp, tripId: string, { user }: SignedIn) {
  const rows = await app.db
    .selectFrom('notices')
    .selectAll()
    .where('trip_id', '=', tripId)
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({ ...row, text: noticeText({ kind: row.kind, about: row.about as About }) }))
}

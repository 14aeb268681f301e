import { createHash } from 'node:crypto'
import { canOpenTrip, canSeePeople, canSubscribe, identityOf } from '#domain/access.ts'
import type { CalendarEvent } from '#domain/calendar/calendar-event.ts'
import { zoneToWrite } from '#domain/calendar/calendar-of-trip.ts'
import { type PublishedEvent, withCancelled } from '#domain/calendar/cancelled-events.ts'
import type { Reminders } from '#domain/calendar/reminders.ts'
import { type EventKind, listTripEvents, tripPageUrl } from '#domain/calendar/trip-events.ts'
import { calendarParts } from '#domain/calendar/write-calendar.ts'
import { type DayValues, daySections, planOfValues, promisesOfValues } from '#domain/day/plan-of-values.ts'
import { AppError } from '#domain/errors.ts'
import { knownIn, namesOf } from '#domain/people-names.ts'
import { nameOfUser, type User } from '#domain/person.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { findUser } from '../accounts/profiles.ts'
import type { Db } from '../db/engine.ts'
import { forEachGivingWay, giveWay } from '../db/turn-of-event-loop.ts'
import type { PlanStore, Versions } from '../plan/plan-store.ts'
import { listTrips, requireTrip } from '../trips/trips.ts'
import type { Feed } from './feeds.ts'

/*
 * What a calendar app reads at the address of a feed.
 * Job: the trip, or all trips, of one user, with what was cancelled since it was last read.
 * Invariants: it is computed from what its user may see now: no private records, no confirmation numbers. The same
 *   state of the plan gives the same text. An event's sequence is the sum of the versions of the sections that it is
 *   made of: it grows with each change of any of them.
 * Failure: if a section cannot be loaded, the whole feed fails, so that nothing looks cancelled.
 */

interface Stores {
  db: Db
  plan: PlanStore
}

/** How often calendar apps are asked to read a feed. Most decide themselves. */
const REFRESH = 'PT1H'

interface BuiltFeed {
  text: string
  /** Of the text. */
  hash: string
  published: PublishedEvent[]
}

/**
 * The text of a feed and what it has published; undefined if its user may not read it.
 * @param origin of the app, for links; '' if nobody knows it
 */
export async function buildFeed(
  stores: Stores,
  feed: Feed,
  { now, origin }: { now: Date; origin: string },
): Promise<BuiltFeed | undefined> {
  const user = await findUser(stores.db, feed.user_id)
  if (!user || !canSubscribe(user)) return undefined
  const about = { reminders: feed.reminders, origin }
  if (feed.trip_id === null) return writeFeed(await buildAll(stores, user, about), feed, now)
  const trip = await findTrip(stores.db, feed.trip_id, user)
  return trip && writeFeed(await buildOne(stores, user, trip, about), feed, now)
}

async function writeFeed(
  { events: current, ...calendar }: FeedContent,
  { published: before }: Feed,
  now: Date,
): Promise<BuiltFeed> {
  const { events, published } = withCancelled(current, before, now.getTime())
  await giveWay()
  const parts: string[] = []
  const hash = createHash('sha256')
  await forEachGivingWay(calendarParts({ ...calendar, refresh: REFRESH, events }), (part) => {
    parts.push(part)
    hash.update(part)
  })
  return { text: parts.join(''), hash: hash.digest('base64url'), published }
}

interface FeedContent {
  name: string
  url: string
  zone: string
  events: CalendarEvent[]
}

interface About {
  reminders: Reminders
  origin: string
}

async function findTrip(db: Db, tripId: string, user: User): Promise<Trip | undefined> {
  const trip = await requireTrip(db, tripId, user).catch((failure) => {
    if (failure instanceof AppError && failure.code === 'trip_not_found') return undefined
    throw failure
  })
  return trip && canOpenTrip(trip) ? trip : undefined
}

async function buildOne(stores: Stores, user: User, trip: Trip, about: About): Promise<FeedContent> {
  const { events, zone } = await buildTrip(stores, user, trip, about)
  return { name: trip.name, url: tripPageUrl({ trip, origin: about.origin }), zone: zoneToWrite(zone), events }
}

/** Trips without an owner are everybody's: they are in the list of every account, and in nobody's calendar. */
async function buildAll(stores: Stores, user: User, about: About): Promise<FeedContent> {
  const trips = (await listTrips(stores.db, user)).filter(({ deleted_at, role }) => !deleted_at && role !== 'everybody')
  const events: CalendarEvent[] = []
  for (const trip of trips) {
    events.push(...(await buildTrip(stores, user, trip, about, true)).events)
    await giveWay()
  }
  return { name: m.calendar_all_name(), url: about.origin, zone: '', events }
}

async function buildTrip(stores: Stores, user: User, trip: Trip, { reminders, origin }: About, isOneOfMany = false) {
  const versions = await stores.plan.listVersions(trip.id)
  const values = await loadValues(stores.plan, trip, versions)
  const members = canSeePeople(trip) ? await listMembers(stores.db, trip) : new Map<string, string>()
  const changedAt = await listChanges(stores.db, trip)
  const me = identityOf(user, trip).person_id
  const { people, places } = values
  const plan = planOfValues(trip, values, knownIn(trip, people, me, members))
  await giveWay()
  const promises = promisesOfValues(trip, values, me)
  await giveWay()
  const events = listTripEvents({
    trip,
    plan,
    people,
    places,
    me,
    nameOf: namesOf(people, me, members),
    promises,
    origin,
    reminders,
    isOneOfMany,
    stateOf: (kind) => {
      const times = madeOf[kind].map((section) => changedAt.get(section) ?? 0)
      return {
        sequence: madeOf[kind].reduce((sum, section) => sum + versions[section], 0),
        changedAt: Math.max(Date.parse(trip.created_at), ...times),
      }
    },
  })
  return { events, zone: plan.zone }
}

type DaySection = (typeof daySections)[number]

/** The sections that say anything of an event, and whether it is there. */
const madeOf: Record<EventKind, readonly DaySection[]> = {
  tickets: ['tickets', 'details', 'places'],
  itinerary: ['itinerary', 'details', 'places', 'people'],
  meals: ['meals', 'details', 'places', 'people', 'duties'],
  rides: ['rides', 'details', 'places', 'people'],
  duties: ['duties', 'details', 'meals', 'people'],
  gear: ['gear', 'checklist', 'people', 'details'],
  shopping: ['shopping', 'meals', 'people', 'details'],
  days: daySections,
}

async function loadValues(plan: PlanStore, trip: Trip, versions: Versions): Promise<DayValues> {
  const load = async (section: DaySection) => [section, (await plan.load(trip, section, versions[section])).value]
  return Object.fromEntries(await Promise.all(daySections.map(load)))
}

/** The names of the people who plan a trip, by their ids in the plan. */
async function listMembers(db: Db, { id, owner_id }: Trip): Promise<Map<string, string>> {
  const members = await db
    .selectFrom('memberships')
    .innerJoin('profiles', 'profiles.id', 'memberships.user_id')
    .select(['memberships.user_id', 'memberships.person_id', 'profiles.username', 'profiles.full_name'])
    .where('memberships.trip_id', '=', id)
    .execute()
  const names = new Map(members.map(({ person_id, ...profile }) => [person_id, nameOfUser(profile)]))
  // An owner has no membership unless they are another person on the list.
  if (owner_id === null || members.some(({ user_id }) => user_id === owner_id)) return names
  const owner = await findUser(db, owner_id)
  return owner ? names.set(owner_id, nameOfUser(owner)) : names
}

/** When each section was last changed, in milliseconds since 1970. */
async function listChanges(db: Db, { id }: Trip): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('plan_sections')
    .innerJoin('plan_history', (join) =>
      join
        .onRef('plan_history.trip_id', '=', 'plan_sections.trip_id')
        .onRef('plan_history.section', '=', 'plan_sections.section')
        .onRef('plan_history.version', '=', 'plan_sections.version'),
    )
    .select(['plan_sections.section', 'plan_history.saved_at'])
    .where('plan_sections.trip_id', '=', id)
    .where('plan_sections.section', 'in', daySections)
    .execute()
  return new Map(rows.map(({ section, saved_at }) => [section, Date.parse(saved_at)]))
}

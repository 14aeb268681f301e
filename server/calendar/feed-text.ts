import { createHash } from 'node:crypto'
import { canOpenTrip, canSeePeople, canSubscribe, identityOf } from '#domain/access.ts'
import type { CalendarEvent } from '#domain/calendar/calendar-event.ts'
import { zoneToWrite } from '#domain/calendar/calendar-of-trip.ts'
import { type HashedEvent, type PublishedEvent, withCancelled } from '#domain/calendar/cancelled-events.ts'
import type { Reminders } from '#domain/calendar/reminders.ts'
import { type EventKind, listTripEvents, tripPageUrl } from '#domain/calendar/trip-events.ts'
import { calendarParts, writeEvent } from '#domain/calendar/write-calendar.ts'
import { type DayValues, daySections, planOfValues, promisesOfValues } from '#domain/day/plan-of-values.ts'
import { groupBy } from '#domain/group-by.ts'
import { knownIn, namesOf } from '#domain/people-names.ts'
import { nameOfUser, type User } from '#domain/person.ts'
import { findSoleDoer } from '#domain/todos/sole-doer.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { findUser } from '../accounts/profiles.ts'
import { hashOf } from '../accounts/secret.ts'
import type { Db } from '../db/engine.ts'
import { forEachGivingWay, giveWay } from '../db/turn-of-event-loop.ts'
import type { PlanStore } from '../plan/plan-store.ts'
import { findTrip, listTrips } from '../trips/trips.ts'
import { type Feed, storedText } from './feeds.ts'

/*
 * What a calendar app reads at the address of a feed.
 * Job: the trip, or all trips, of one user, with what was cancelled since it was last read.
 * Invariants: it is computed from what its user may see now: no private records, no confirmation numbers. The same
 *   state of the plan gives the same text. An event's sequence is the sum of the versions of the sections that it is
 *   made of: it grows with each change of any of them. `keyOf` covers all that the text is made of.
 * Failure: if a section cannot be loaded, the whole feed fails, so that nothing looks cancelled.
 */

interface Stores {
  db: Db
  plan: PlanStore
}

/** How often calendar apps are asked to read a feed. Most decide themselves. */
const REFRESH = 'PT1H'

export interface BuiltFeed {
  text: string
  /** Of the text. */
  hash: string
  published: PublishedEvent[]
}

export interface FeedSource {
  /** A key that changes whenever the text may. Much cheaper than building: a few queries for all trips together. */
  keyOf: (published: readonly PublishedEvent[]) => string
  build: () => Promise<BuiltFeed>
}

/**
 * What a feed is made of; undefined if its user may not read it.
 * @param origin of the app, for links; '' if nobody knows it
 */
export async function openFeed(
  stores: Stores,
  feed: Feed,
  { now, origin }: { now: Date; origin: string },
): Promise<FeedSource | undefined> {
  const { db, plan } = stores
  const user = await findUser(db, feed.user_id)
  if (!user || !canSubscribe(user)) return undefined
  const trips = feed.trip_id === null ? await listOwnTrips(db, user) : await listOneTrip(db, feed.trip_id, user)
  if (!trips) return undefined
  const versions = await listVersions(db, trips)
  const members = await listMembers(db, trips.filter(canSeePeople))
  await plan.flushed()
  const { id, reminders, zone } = feed
  const today = now.toISOString().slice(0, 10)
  const inputs = JSON.stringify([id, reminders, zone, origin, today, user, trips, versions, members])
  const hash = createHash('sha256').update(inputs)
  return {
    keyOf: (published) => hash.copy().update(storedText(published)).digest('base64url'),
    build: async () => {
      const content = await buildContent(stores, feed, { user, trips, versions, members, reminders, origin })
      return writeFeed(content, feed, now)
    },
  }
}

async function writeFeed(
  { events: current, ...head }: FeedContent,
  { published: before, zone }: Feed,
  now: Date,
): Promise<BuiltFeed> {
  const hashed: HashedEvent[] = []
  await forEachGivingWay(current, (event) => {
    const written = writeEvent(event)
    if (written) hashed.push({ ...written, hash: hashOf(written.body).slice(0, EVENT_HASH_LENGTH) })
  })
  const { events, published } = withCancelled(hashed, before, now.getTime())
  await giveWay()
  const parts: string[] = []
  const hash = createHash('sha256')
  await forEachGivingWay(calendarParts({ ...head, zone: zoneToWrite(zone), refresh: REFRESH }, events), (part) => {
    parts.push(part)
    hash.update(part)
  })
  return { text: parts.join(''), hash: hash.digest('base64url'), published }
}

/** 48 bits. They are stored for each event. */
const EVENT_HASH_LENGTH = 8

interface FeedContent {
  name: string
  url: string
  events: CalendarEvent[]
}

interface About {
  user: User
  trips: readonly Trip[]
  versions: readonly SectionVersion[]
  members: readonly Member[]
  reminders: Reminders
  origin: string
}

async function listOneTrip(db: Db, tripId: string, user: User): Promise<Trip[] | undefined> {
  const trip = await findTrip(db, tripId, user)
  return trip && canOpenTrip(trip) ? [trip] : undefined
}

/** Trips without an owner are everybody's: they are in the list of every account, and in nobody's calendar. */
async function listOwnTrips(db: Db, user: User): Promise<Trip[]> {
  return (await listTrips(db, user)).filter(({ deleted_at, role }) => !deleted_at && role !== 'everybody')
}

async function buildContent(stores: Stores, { trip_id }: Feed, about: About): Promise<FeedContent> {
  const versions = groupBy(about.versions, (row) => row.trip_id)
  const members = groupBy(about.members, (row) => row.trip_id)
  const events: CalendarEvent[] = []
  for (const trip of about.trips) {
    const ofTrip = { trip, versions: versions.get(trip.id) ?? [], members: members.get(trip.id) ?? [] }
    events.push(...(await buildTrip(stores, ofTrip, about, trip_id === null)))
    await giveWay()
  }
  const [trip] = about.trips
  if (trip_id === null || !trip) return { name: m.calendar_all_name(), url: about.origin, events }
  return { name: trip.name, url: tripPageUrl({ trip, origin: about.origin }), events }
}

interface TripInputs {
  trip: Trip
  versions: readonly SectionVersion[]
  members: readonly Member[]
}

async function buildTrip(
  { db, plan: store }: Stores,
  inputs: TripInputs,
  { user, reminders, origin }: About,
  isOneOfMany: boolean,
): Promise<CalendarEvent[]> {
  const { trip } = inputs
  const saved = new Map(inputs.versions.map(({ section, version }) => [section, version]))
  const versionOf = (section: DaySection) => saved.get(section) ?? 0
  const members = new Map(inputs.members.map(({ person_id, name }) => [person_id, name]))
  const values = await loadValues(store, trip, versionOf)
  const changedAt = await listChanges(db, trip)
  const me = identityOf(user, trip).person_id
  const { people, places } = values
  const plan = planOfValues(trip, values, knownIn(trip, people, me, members), findSoleDoer(trip, people, me, members))
  await giveWay()
  const promises = promisesOfValues(trip, values, plan, me)
  await giveWay()
  return listTripEvents({
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
        sequence: madeOf[kind].reduce((sum, section) => sum + versionOf(section), 0),
        changedAt: Math.max(Date.parse(trip.created_at), ...times),
      }
    },
  })
}

type DaySection = (typeof daySections)[number]

/** The sections that say anything of an event, and whether it is there. */
const madeOf: Record<EventKind, readonly DaySection[]> = {
  tickets: ['tickets', 'details', 'places', 'people'],
  stays: ['stays', 'details', 'places', 'people'],
  itinerary: ['itinerary', 'details', 'places', 'people'],
  meals: ['meals', 'details', 'places', 'people', 'duties'],
  rides: ['rides', 'details', 'places', 'people'],
  duties: ['duties', 'details', 'meals', 'people'],
  // Without a return, other entries say which days are of the trip.
  todos: ['todos', 'details', 'people', 'itinerary', 'meals', 'tickets', 'stays', 'rides', 'duties'],
  gear: ['gear', 'checklist', 'people', 'details'],
  shopping: ['shopping', 'meals', 'people', 'details'],
  days: daySections,
}

async function loadValues(plan: PlanStore, trip: Trip, versionOf: (of: DaySection) => number): Promise<DayValues> {
  const load = async (section: DaySection) => [section, (await plan.load(trip, section, versionOf(section))).value]
  return Object.fromEntries(await Promise.all(daySections.map(load)))
}

interface SectionVersion {
  trip_id: string
  section: string
  version: number
}

/** The versions of the sections that the days of trips are made of; none for a section that was never saved. */
async function listVersions(db: Db, trips: readonly Trip[]): Promise<SectionVersion[]> {
  if (trips.length === 0) return []
  return db
    .selectFrom('plan_sections')
    .select(['trip_id', 'section', 'version'])
    .where('trip_id', 'in', idsOf(trips))
    .where('section', 'in', daySections)
    .orderBy('trip_id')
    .orderBy('section')
    .execute()
}

interface Member {
  trip_id: string
  /** In the plan. */
  person_id: string
  name: string
}

/** The people who plan trips, with their names. */
async function listMembers(db: Db, trips: readonly Trip[]): Promise<Member[]> {
  if (trips.length === 0) return []
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('profiles', 'profiles.id', 'memberships.user_id')
    .select(['trip_id', 'user_id', 'person_id', 'username', 'full_name'])
    .where('trip_id', 'in', idsOf(trips))
    .orderBy('trip_id')
    .orderBy('user_id')
    .execute()
  const members = rows.map(({ trip_id, person_id, ...profile }) => ({ trip_id, person_id, name: nameOfUser(profile) }))
  // An owner has no membership unless they are another person on the list.
  const joined = new Set(rows.map(({ trip_id, user_id }) => `${trip_id} ${user_id}`))
  const owned = trips.flatMap(({ id, owner_id }) =>
    owner_id === null || joined.has(`${id} ${owner_id}`) ? [] : [{ trip_id: id, person_id: owner_id }],
  )
  const names = await listNames(db, [...new Set(owned.map(({ person_id }) => person_id))])
  const owners = owned.flatMap((one) => {
    const name = names.get(one.person_id)
    return name === undefined ? [] : [{ ...one, name }]
  })
  return [...members, ...owners]
}

async function listNames(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('profiles')
    .select(['id', 'username', 'full_name'])
    .where('id', 'in', userIds)
    .execute()
  return new Map(rows.map((profile) => [profile.id, nameOfUser(profile)]))
}

const idsOf = (trips: readonly Trip[]) => trips.map(({ id }) => id)

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

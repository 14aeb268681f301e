import { Hono } from 'hono'
import {
  canChangePeople,
  canCreateTrip,
  canOpenTrip,
  canOperate,
  needsPeople,
  needsRemoved,
  type RecordedPeople,
  type SharedParties,
  visiblePrivateRecords,
} from '#domain/access.ts'
import { type OperationsRequest, operationsRequest } from '#domain/api/operations.ts'
import { newTrip, type PrivateResponse } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import { hasOwnId } from '#domain/operations/person-refs.ts'
import { forms } from '#domain/plan/forms.ts'
import type { SectionName } from '#domain/plan/index.ts'
import type { Party } from '#domain/plan/people.ts'
import type { AppEnv } from '../http/context.ts'
import { MAX_BODY, parseBody } from '../http/request-body.ts'
import { LastOpened } from '../people/last-opened.ts'
import { listEverJoined, listSharedParties } from '../people/people.ts'
import { loadParties } from '../plan/load-parties.ts'
import type { Rights } from '../plan/plan-store.ts'
import { isTripPrivateExpired, listPeopleWithRecords, loadPrivate } from '../plan/private-records.ts'
import { createTrip, listTrips } from '../trips/trips.ts'
import type { AppDeps } from './app-deps.ts'
import { requireUser } from './session.ts'
import { requireTripFor, type TripRequest } from './trip-of-request.ts'
import { tripResponses } from './trip-response.ts'

const dates = new Set(['departure_date', 'return_date'])

const touches = ({ operations }: OperationsRequest, name: SectionName) =>
  operations.some(({ section }) => section === name)

/** The trips of those who plan them. For everybody else, the answer is the same as for a trip that does not exist. */
export function tripRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, plan, clock, metrics } = deps
  const send = tripResponses(deps)
  const lastOpened = new LastOpened()
  const routes = new Hono<AppEnv>()

  /** What somebody may do and see in a trip, as far as a request needs it. */
  async function findRights(
    { person, trip, session }: TripRequest,
    request: OperationsRequest,
    hasRoom: boolean,
  ): Promise<Rights> {
    const touchesPrivate = touches(request, 'private')
    const hasPrivateExpired = touchesPrivate && (await isTripPrivateExpired(deps, trip))
    const recorded: RecordedPeople = touches(request, 'people') ? await listPeopleWithRecords(deps, trip) : new Map()
    const needsJoined = touchesPrivate || recorded.size > 0
    const joined: SharedParties = needsJoined ? await listSharedParties(db, trip) : new Map()
    const touchesOwnCosts = touches(request, 'costs') && needsPeople(trip, 'costs')
    const everJoined = touchesOwnCosts ? await listEverJoined(db, trip) : undefined
    const people = request.operations.some(({ section }) => needsPeople(trip, section))
      ? await loadParties(plan, trip)
      : []
    const refuse: Rights['refuse'] = async ({ section, ...mutation }, { current, findRemoved }) => {
      // The organizer who made the link could have the money of others paid to themselves.
      if (session.isHelped && section === 'costs' && mutation.at[0] === 'payees') return 'not_allowed'
      const isUnderOwnId = hasOwnId(forms[section], mutation)
      const parties = (current('people') as Party[] | undefined) ?? people
      const value = current(section)
      const isGone = needsRemoved(trip, section, mutation, value)
      const removed = isGone ? await findRemoved(mutation.at.slice(0, 2)) : undefined
      const state = { value, people: parties, isUnderOwnId, removed, joined, ...(everJoined && { everJoined }) }
      const may = canOperate(person, trip, section, mutation, state) && !(section === 'private' && hasPrivateExpired)
      if (!may) return 'not_allowed'
      if (section !== 'people' || canChangePeople(person, trip, mutation, recorded, joined)) return undefined
      return 'has_private_details'
    }
    return {
      refuse,
      hasRoom,
      shown: (records) => (hasPrivateExpired ? [] : visiblePrivateRecords(person, trip, records, joined)),
    }
  }

  routes.get('/', async (c) => {
    const person = await requireUser(c, deps)
    c.header('Cache-Control', 'private, no-cache')
    return c.json({ trips: await listTrips(db, person) })
  })

  routes.post('/', async (c) => {
    const person = await requireUser(c, deps)
    const body = await parseBody(c, newTrip)
    if (!canCreateTrip(person)) throw new AppError('account_needed')
    return c.json({ trip: await createTrip(db, person, body, clock(), deps.quotas) }, 201)
  })

  routes.get('/:tripId', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canOpenTrip)
    const answer = await send(c, trip, 'editors')
    if (trip.role === 'organizer' || trip.role === 'member') await lastOpened.record(db, trip.id, person.id, clock())
    return answer
  })

  routes.post('/:tripId/operations', async (c) => {
    await requireUser(c, deps)
    // Access is checked after reading the body: it may change during a slow upload.
    const request = (await parseBody(c, operationsRequest)) as OperationsRequest
    const first = await requireTripFor(c, deps, canOpenTrip)
    const { person, trip } = first
    // Once for the whole request, since what is stored of it counts as well.
    const hasRoom = await deps.quotas.hasRoomForPlan(trip, Number(c.req.header('content-length') ?? MAX_BODY))
    let isFirst = true
    // While a long request gives way to others, rights may change.
    const rightsOf = async () => {
      const current = isFirst ? first : await requireTripFor(c, deps, canOpenTrip)
      isFirst = false
      return findRights(current, request, hasRoom)
    }
    try {
      const answer = await plan.operate(trip, request, person, rightsOf)
      metrics?.countOperations(request.operations.length, answer)
      return c.json(answer)
    } finally {
      // How long private records are shown depends on the dates, so devices fetch them again. Also after a failure:
      // a part of a long request may be stored.
      if (request.operations.some(({ section, at: [field = ''] }) => section === 'details' && dates.has(field)))
        await plan.rewritePrivate(trip, 'seen by others')
    }
  })

  routes.get('/:tripId/private', async (c) => {
    const { version, value } = await loadPrivate(deps, (await requireTripFor(c, deps, canOpenTrip)).trip)
    // Access is checked after loading, so that the person's rights are at least as recent as the value.
    const { person, trip } = await requireTripFor(c, deps, canOpenTrip)
    const joined = await listSharedParties(db, trip)
    c.header('Cache-Control', 'no-store')
    return c.json({ version, value: visiblePrivateRecords(person, trip, value, joined) } satisfies PrivateResponse)
  })

  return routes
}

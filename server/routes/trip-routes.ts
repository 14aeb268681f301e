import { Hono } from 'hono'
import { canCreateTrip, canOpenTrip, canOperate, privateFor } from '#domain/access.ts'
import { type OperationsRequest, operationsRequest } from '#domain/api/operations.ts'
import { newTrip, type PrivateAnswer } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import type { AppDeps, AppEnv } from '../http/context.ts'
import { parseBody } from '../http/request-body.ts'
import { requireUser } from '../http/session-cookie.ts'
import { Openings } from '../people/openings.ts'
import type { Rights } from '../plan/plan-store.ts'
import { loadPrivate } from '../plan/private-records.ts'
import { createTrip, listTrips } from '../trips/trips.ts'
import { tripAnswers } from './trip-answer.ts'
import { requireTripFor } from './trip-of-request.ts'

/** The trips of those who plan them. Whoever may not is answered as if the trip did not exist. */
export function tripRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, plan, clock } = deps
  const send = tripAnswers(deps)
  const openings = new Openings()
  const routes = new Hono<AppEnv>()

  routes.get('/', async (c) => {
    const person = await requireUser(c, deps)
    c.header('Cache-Control', 'private, no-cache')
    return c.json({ trips: await listTrips(db, person) })
  })

  routes.post('/', async (c) => {
    const person = await requireUser(c, deps)
    const body = await parseBody(c, newTrip)
    if (!canCreateTrip(person)) throw new AppError('account_needed')
    return c.json({ trip: await createTrip(db, person, body, clock()) }, 201)
  })

  routes.get('/:tripId', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canOpenTrip)
    const answer = await send(c, trip, 'editors')
    if (trip.role === 'organizer' || trip.role === 'member') await openings.note(db, trip.id, person.id, clock())
    return answer
  })

  routes.post('/:tripId/operations', async (c) => {
    const { person, trip } = await requireTripFor(c, deps, canOpenTrip)
    const request = await parseBody(c, operationsRequest)
    const rights: Rights = {
      may: ({ section, ...deed }) => canOperate(person, trip, section, deed),
      shown: (records) => privateFor(person, trip, records),
    }
    return c.json(await plan.operate(trip, request as OperationsRequest, person, rights))
  })

  routes.get('/:tripId/private', async (c) => {
    const { person, trip } = await requireTripFor(c, deps, canOpenTrip)
    const { version, value } = await loadPrivate(deps, trip)
    c.header('Cache-Control', 'no-store')
    return c.json({ version, value: privateFor(person, trip, value) } satisfies PrivateAnswer)
  })

  return routes
}

import { Hono } from 'hono'
import { canCreateTrip, canOpenTrip, canOperate } from '#domain/access.ts'
import { type OperationsRequest, operationsRequest, type PlanOperation } from '#domain/api/operations.ts'
import { newTrip } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import type { AppDeps, AppEnv } from '../http/context.ts'
import { parseBody } from '../http/request-body.ts'
import { requireUser } from '../http/session-cookie.ts'
import { Openings } from '../people/openings.ts'
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
    const may = ({ section, ...deed }: PlanOperation) => canOperate(person, trip, section, deed)
    return c.json(await plan.operate(trip, request as OperationsRequest, person, may))
  })

  return routes
}

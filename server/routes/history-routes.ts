import { Hono } from 'hono'
import { canOpenTrip } from '#domain/access.ts'
import { MAX_HISTORY_VERSIONS } from '#domain/api/history.ts'
import { parseSeen, seenRequest } from '#domain/api/since.ts'
import { AppError } from '#domain/errors.ts'
import { type CommonSectionName, isCommonSectionName } from '#domain/plan/index.ts'
import { withLowerCaseSection } from '#domain/plan/lower-case-section.ts'
import type { AppEnv } from '../http/context.ts'
import { FairExecutor } from '../http/fair-executor.ts'
import { invalidRequest, parseBody } from '../http/request-body.ts'
import { listMergedGuests } from '../people/merge-guest.ts'
import { listChangeDescriptions, listHistory } from '../plan/history.ts'
import { listSince, rememberSeen } from '../plan/since.ts'
import type { AppDeps } from './app-deps.ts'
import { requireTripFor } from './trip-of-request.ts'

/** A plan's history: who changed what, and every section at any version. For those who may open the trip. */
export function historyRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, plan } = deps
  const reads = new FairExecutor()
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId/history', async (c) => {
    const { trip } = await requireTripFor(c, deps, canOpenTrip)
    c.header('Cache-Control', 'private, no-cache')
    const entries = await listHistory(db, trip.id)
    await plan.flushed()
    return c.json({ entries })
  })

  routes.get('/:tripId/changes', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canOpenTrip)
    const since = parseSeen(c.req.query('since') ?? '')
    if (!since) throw invalidRequest('since: Should be sections with versions, such as details:3,notes:12')
    const ownIds = [person.id, ...(await listMergedGuests(db, person.id))]
    const answer = await reads.run(person.id, () => listSince(db, plan, { trip, selves: ownIds, since }))
    await plan.flushed()
    c.header('Cache-Control', 'private, no-cache')
    return c.json(answer)
  })

  routes.put('/:tripId/seen', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canOpenTrip)
    const { seen } = await parseBody(c, seenRequest)
    await rememberSeen(db, trip.id, person.id, seen)
    return c.body(null, 204)
  })

  routes.get('/:tripId/history/:section/changes', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canOpenTrip)
    const section = parseSection(c.req.param('section'))
    const { from, to } = parseSpan(c.req.query())
    const changes = await reads.run(person.id, async () => {
      const before = await plan.findEarlier(trip, section, from)
      return before === undefined ? undefined : listChangeDescriptions(db, trip.id, section, { from, to, before })
    })
    if (!changes) throw new AppError('not_found')
    await plan.flushed()
    c.header('Cache-Control', 'private, no-cache')
    return c.json({ changes })
  })

  routes.get('/:tripId/history/:section/:version', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canOpenTrip)
    const section = parseSection(c.req.param('section'))
    const version = parseVersion('version', c.req.param('version'))
    const value = await reads.run(person.id, () => plan.findEarlier(trip, section, version))
    if (value === undefined) throw new AppError('not_found')
    await plan.flushed()
    c.header('Cache-Control', 'private, no-cache')
    // An earlier version of the app stored ids as they were sent.
    return c.json({ version, value: withLowerCaseSection(section, value) })
  })

  return routes
}

function parseSection(name: string): CommonSectionName {
  if (!isCommonSectionName(name)) throw new AppError('section_not_found')
  return name
}

function parseSpan(query: Record<string, string>): { from: number; to: number } {
  const [from, to] = [parseVersion('from', query['from']), parseVersion('to', query['to'])]
  if (to < from || to - from > MAX_HISTORY_VERSIONS)
    throw invalidRequest(`to: Should be no less than from, and at most ${MAX_HISTORY_VERSIONS} more`)
  return { from, to }
}

function parseVersion(name: string, text = ''): number {
  if (!/^\d{1,9}$/.test(text)) throw invalidRequest(`${name}: Should be a whole number`)
  return Number(text)
}

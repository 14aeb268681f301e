import { Hono } from 'hono'
import { canAnnounce, canSeePeople } from '#domain/access.ts'
import {
  type AnnouncementViewsResponse,
  type RecordedAnnouncements,
  seenAnnouncements,
} from '#domain/api/announcements.ts'
import type { AppEnv } from '../http/context.ts'
import { parseBody } from '../http/request-body.ts'
import { listViews, recordViews } from '../people/announcement-views.ts'
import type { AppDeps } from './app-deps.ts'
import { requireTripFor } from './trip-of-request.ts'

/** Who has seen the announcements of a trip. The announcements themselves are a section of its plan. */
export function announcementRoutes(deps: AppDeps): Hono<AppEnv> {
  const { clock } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId/announcements/seen', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canSeePeople)
    const views = await listViews(deps, trip, canAnnounce(trip) ? undefined : person.id)
    c.header('Cache-Control', 'private, no-cache')
    return c.json<AnnouncementViewsResponse>({ views })
  })

  routes.post('/:tripId/announcements/seen', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canSeePeople)
    const { ids } = await parseBody(c, seenAnnouncements)
    const recorded = await recordViews(deps, trip, person, ids, clock())
    return c.json<RecordedAnnouncements>({ ids: recorded })
  })

  return routes
}

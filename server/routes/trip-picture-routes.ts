import { Hono } from 'hono'
import { canSetPicture } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import type { AppEnv } from '../http/context.ts'
import { findReadableTrip } from '../trips/sharing.ts'
import type { AppDeps } from './app-deps.ts'
import { sendFile } from './send-file.ts'
import { findReader, requireTripFor } from './trip-of-request.ts'
import { parseBodyOfUpload } from './upload-request.ts'

export function tripPictureRoutes(deps: AppDeps): Hono<AppEnv> {
  const { events, pictures } = deps
  const routes = new Hono<AppEnv>()

  routes.put('/:tripId/picture', async (c) => {
    const { person, trip } = await requireTripFor(c, deps, (trip, person) => canSetPicture(person, trip))
    const picture = await pictures.set(trip, parseBodyOfUpload(c, { person, trip }, canSetPicture))
    events.publishTrip(trip.id, person)
    return c.json({ picture })
  })

  routes.delete('/:tripId/picture', async (c) => {
    const { person, trip } = await requireTripFor(c, deps, (trip, person) => canSetPicture(person, trip))
    await pictures.remove(trip.id)
    events.publishTrip(trip.id, person)
    return c.body(null, 204)
  })

  return routes
}

/** The pictures themselves, for those who can read the trip, or with `?token=` those who have its share link. */
export function tripPictureFileRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, pictures } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId/:file', async (c) => {
    const reader = await findReader(c, deps)
    const readable = reader && (await findReadableTrip(db, reader.person, c.req.param('tripId'), c.req.query('token')))
    const file = readable && (await pictures.findFile(readable.trip.id, c.req.param('file')))
    if (!file) throw new AppError('picture_not_found')
    return sendFile(c, file, (range) => pictures.open(file, range), { isImmutable: true })
  })

  return routes
}

import { type Context, Hono } from 'hono'
import { canAddTrack, canManageFiles, canOpenTrip } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import { id } from '#domain/id.ts'
import type { Tracks } from '#domain/plan/tracks.ts'
import { LINES_TYPE } from '#domain/track-files.ts'
import type { Trip } from '#domain/trip.ts'
import type { ListedFileKind } from '../db/tables.ts'
import type { ShownFile } from '../documents/document-store.ts'
import type { AppEnv } from '../http/context.ts'
import { parseIdParam } from '../http/request-body.ts'
import { fileHeaders } from '../http/security-headers.ts'
import { findReadableTrip } from '../trips/sharing.ts'
import type { AppDeps } from './app-deps.ts'
import { sendFile } from './send-file.ts'
import { findReader, requireTripFor } from './trip-of-request.ts'
import { parseUpload } from './upload-request.ts'

/** The files of tracks, and those with their lines. */
export function trackRoutes(deps: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.put('/:tripId/tracks/:fileId', (c) => upload(c, 'track'))
  routes.put('/:tripId/lines/:fileId', (c) => upload(c, 'line'))
  routes.delete('/:tripId/tracks/:fileId', (c) => remove(c, 'track'))
  routes.delete('/:tripId/lines/:fileId', (c) => remove(c, 'line'))

  async function upload(c: Context<AppEnv>, kind: ListedFileKind) {
    const { person, trip } = await requireTripFor(c, deps, (trip, person) => canAddTrack(person, trip))
    const upload = parseUpload(c, { person, trip }, canAddTrack)
    const file = await deps.listedFiles.upload(trip, { kind, id: parseIdParam(c, 'fileId'), by: person.id, ...upload })
    return c.json({ file })
  }

  async function remove(c: Context<AppEnv>, kind: ListedFileKind) {
    const { trip } = await requireTripFor(c, deps, canManageFiles)
    await deps.listedFiles.delete(trip.id, kind, parseIdParam(c, 'fileId'))
    return c.body(null, 204)
  }

  return routes
}

/** The files that tracks were read from, for people who plan the trip: they tell when somebody was where. */
export const trackFileRoutes = (deps: AppDeps): Hono<AppEnv> => fileRoutes(deps, 'track')

/** The lines of the tracks, for everybody who reads the trip; with `?token=` by its share link. */
export const lineFileRoutes = (deps: AppDeps): Hono<AppEnv> => fileRoutes(deps, 'line')

function fileRoutes(deps: AppDeps, kind: ListedFileKind): Hono<AppEnv> {
  const { db, listedFiles, plan } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId/:fileId', async (c) => {
    const trip = await findReadersTrip(c)
    const fileId = id.safeParse(c.req.param('fileId'))
    const file = trip && fileId.success && (await listedFiles.findFile(trip.id, kind, fileId.data))
    if (!file) throw new AppError('track_file_not_found')
    if (kind === 'line' && !canOpenTrip(trip)) return sendListedLines(c, trip, file)
    // What somebody has uploaded may be anything.
    return sendFile(c, file, (range) => listedFiles.open(kind, file, range), { isSaved: kind === 'track' })
  })

  /** Of the lines in a file, those of tracks that the trip still has. Tracks of one import share a file. */
  async function sendListedLines(c: Context<AppEnv>, trip: Trip, file: ShownFile) {
    const fileId = c.req.param('fileId')
    const { tracks: version } = await plan.listVersions(trip.id)
    const { value } = await plan.load(trip, 'tracks', version)
    const listed = new Set((value as Tracks).flatMap(({ lines, line }) => (lines === fileId ? [line] : [])))
    if (listed.size === 0) throw new AppError('track_file_not_found')
    const whole = await listedFiles.open(kind, file, { start: 0, end: file.size - 1 })
    const texts = (await new Response(whole).text()).split('\n').map((text, at) => (listed.has(at) ? text : ''))
    const headers = { ...fileHeaders(LINES_TYPE), 'Content-Type': LINES_TYPE, 'Cache-Control': 'private, no-cache' }
    return c.body(texts.join('\n'), 200, headers)
  }

  async function findReadersTrip(c: Context<AppEnv>) {
    const reader = await findReader(c, deps)
    if (!reader) return undefined
    const readable = await findReadableTrip(db, reader.person, c.req.param('tripId') ?? '', c.req.query('token'))
    if (kind === 'track' && !(readable && canOpenTrip(readable.trip))) return undefined
    return readable?.trip
  }

  return routes
}

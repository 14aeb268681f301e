import { type Context, Hono } from 'hono'
import { canEditDocuments } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import type { Db } from '../db/engine.ts'
import type { ShownFile } from '../documents/document-store.ts'
import { parseRange } from '../http/byte-range.ts'
import { inlineDisposition } from '../http/content-disposition.ts'
import type { AppDeps, AppEnv } from '../http/context.ts'
import { invalidRequest, parseIdParam } from '../http/request-body.ts'
import { fileHeaders } from '../http/security-headers.ts'
import { findReadableTrip } from '../trips/sharing.ts'
import { requireTrip } from '../trips/trips.ts'
import { findReader, requireTripFor } from './trip-of-request.ts'

/** Uploading and deleting a trip's travel documents, for those who may edit it. */
export function documentRoutes(deps: AppDeps): Hono<AppEnv> {
  const { documents, events } = deps
  const routes = new Hono<AppEnv>()

  routes.put('/:tripId/documents/:documentId', async (c) => {
    const { person, trip } = await requireTripFor(c, deps, canEditDocuments)
    const documentId = parseIdParam(c, 'documentId')
    const fileName = parseFileName(c)
    const description = c.req.query('description')
    const { body } = c.req.raw
    // They may have lost access while the file was on its way.
    const mayStill = async (trx: Db) =>
      requireTrip(trx, trip.id, person).then(canEditDocuments, (failure) => {
        if (failure instanceof AppError) return false
        throw failure
      })
    const upload = { id: documentId, fileName, description, body, announced: announcedLength(c), mayStill }
    const document = await documents.upload(trip, upload)
    await events.publishDocuments(trip.id, person)
    return c.json({ document })
  })

  routes.delete('/:tripId/documents/:documentId', async (c) => {
    const { person, trip } = await requireTripFor(c, deps, canEditDocuments)
    await documents.delete(trip.id, parseIdParam(c, 'documentId'))
    await events.publishDocuments(trip.id, person)
    return c.body(null, 204)
  })

  return routes
}

/** The files themselves, for those who may read the trip; with `?token=` for those who have its link. */
export function fileRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, documents } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId/:file', async (c) => {
    const trip = await findTripOfReader(c)
    if (!trip) throw new AppError('document_not_found')
    const file = await documents.findFile(trip.id, c.req.param('file'))
    if (!file) throw new AppError('document_not_found')
    return sendFile(c, file)
  })

  /** Undefined for whoever may not read the trip in the address, and where there is none. */
  async function findTripOfReader(c: Context<AppEnv>) {
    const reader = await findReader(c, deps)
    if (!reader) return undefined
    return (await findReadableTrip(db, reader.person, c.req.param('tripId') ?? '', c.req.query('token')))?.trip
  }

  async function sendFile(c: Context<AppEnv>, file: ShownFile) {
    const headers: Record<string, string> = {
      ...fileHeaders(file.type),
      'Content-Type': file.type,
      'Content-Disposition': inlineDisposition(file.name),
      // Asked for anew each time, since who may see it can change; what has not changed is not sent again.
      'Cache-Control': 'private, no-cache',
      'Accept-Ranges': 'bytes',
      ETag: file.tag,
    }
    if (c.req.header('if-none-match')?.includes(file.tag)) return c.body(null, 304, headers)
    const ifRange = c.req.header('if-range')
    const asked =
      ifRange === undefined || ifRange === file.tag ? parseRange(c.req.header('range'), file.size) : undefined
    if (asked === 'none') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${file.size}` })

    const { start, end } = asked ?? { start: 0, end: file.size - 1 }
    headers['Content-Length'] = String(end - start + 1)
    if (asked) headers['Content-Range'] = `bytes ${start}-${end}/${file.size}`
    const status = asked ? 206 : 200
    if (c.req.method === 'HEAD') return c.body(null, status, headers)
    return c.body(await documents.open(file, { start, end }), status, headers)
  }

  return routes
}

/** @throws AppError invalid_request */
function parseFileName(c: Context<AppEnv>): string {
  const name = c.req.query('file_name')
  if (name === undefined) throw invalidRequest('file_name: Should be the name of the file')
  return name
}

/** The length that the request says its body has. What streams in pieces says none. */
function announcedLength(c: Context<AppEnv>): number | undefined {
  const length = c.req.header('content-length')
  return length === undefined || c.req.header('transfer-encoding') !== undefined ? undefined : Number(length)
}

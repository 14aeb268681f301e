import { type Context, Hono } from 'hono'
import { canEditDocuments } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import type { Db } from '../db/engine.ts'
import type { ShownFile } from '../documents/document-store.ts'
import { parseRange } from '../http/byte-range.ts'
import { inlineDisposition } from '../http/content-disposition.ts'
import type { AppEnv } from '../http/context.ts'
import { invalidRequest, parseIdParam } from '../http/request-body.ts'
import { fileHeaders } from '../http/security-headers.ts'
import { findReadableTrip } from '../trips/sharing.ts'
import { requireTrip } from '../trips/trips.ts'
import type { AppDeps } from './app-deps.ts'
import { findReader, requireTripFor } from './trip-of-request.ts'

export function documentRoutes(deps: AppDeps): Hono<AppEnv> {
  const { documents, events } = deps
  const routes = new Hono<AppEnv>()

  routes.put('/:tripId/documents/:documentId', async (c) => {
    const { person, trip } = await requireTripFor(c, deps, canEditDocuments)
    const documentId = parseIdParam(c, 'documentId')
    const fileName = parseFileName(c)
    const description = c.req.query('description')
    const { body } = c.req.raw
    // The person may lose access while the file is being uploaded.
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

/** The files themselves, for those who can read the trip, or with `?token=` those who have its share link. */
export function fileRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, documents } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId/:file', async (c) => {
    const trip = await findReadersTrip(c)
    if (!trip) throw new AppError('document_not_found')
    const file = await documents.findFile(trip.id, c.req.param('file'))
    if (!file) throw new AppError('document_not_found')
    return sendFile(c, file)
  })

  /** Undefined if the trip does not exist or the requester cannot read it. */
  async function findReadersTrip(c: Context<AppEnv>) {
    const reader = await findReader(c, deps)
    if (!reader) return undefined
    return (await findReadableTrip(db, reader.person, c.req.param('tripId') ?? '', c.req.query('token')))?.trip
  }

  async function sendFile(c: Context<AppEnv>, file: ShownFile) {
    const headers: Record<string, string> = {
      ...fileHeaders(file.type),
      'Content-Type': file.type,
      'Content-Disposition': inlineDisposition(file.name),
      // Revalidated every time, since access can change; an unchanged file is not sent again.
      'Cache-Control': 'private, no-cache',
      'Accept-Ranges': 'bytes',
      ETag: file.tag,
    }
    if (c.req.header('if-none-match')?.includes(file.tag)) return c.body(null, 304, headers)
    const ifRange = c.req.header('if-range')
    const range =
      ifRange === undefined || ifRange === file.tag ? parseRange(c.req.header('range'), file.size) : undefined
    if (range === 'none') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${file.size}` })

    const { start, end } = range ?? { start: 0, end: file.size - 1 }
    headers['Content-Length'] = String(end - start + 1)
    if (range) headers['Content-Range'] = `bytes ${start}-${end}/${file.size}`
    const status = range ? 206 : 200
    if (c.req.method === 'HEAD') return c.body(null, status, headers)
    return c.body(await documents.open(file, { start, end }), status, headers)
  }

  return routes
}

function parseFileName(c: Context<AppEnv>): string {
  const name = c.req.query('file_name')
  if (name === undefined) throw invalidRequest('file_name: Should be the name of the file')
  return name
}

function announcedLength(c: Context<AppEnv>): number | undefined {
  const length = c.req.header('content-length')
  return length === undefined || c.req.header('transfer-encoding') !== undefined ? undefined : Number(length)
}

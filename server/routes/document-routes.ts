import { type Context, Hono } from 'hono'
import { canAddDocument, canEditDocuments } from '#domain/access.ts'
import { bookingFileRules, documentRules, isShownType } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import { lowerId } from '#domain/operations/lower-case-ids.ts'
import { documentsOf } from '#domain/plan/booking.ts'
import type { Stays } from '#domain/plan/stays.ts'
import type { Ticket } from '#domain/plan/tickets.ts'
import type { Trip } from '#domain/trip.ts'
import type { AppEnv } from '../http/context.ts'
import { parseIdParam } from '../http/request-body.ts'
import { findReadableTrip } from '../trips/sharing.ts'
import type { AppDeps } from './app-deps.ts'
import { sendFile } from './send-file.ts'
import { findReader, requireTripFor } from './trip-of-request.ts'
import { parseUpload } from './upload-request.ts'

export function documentRoutes(deps: AppDeps): Hono<AppEnv> {
  const { documents, events } = deps
  const routes = new Hono<AppEnv>()

  routes.put('/:tripId/documents/:documentId', async (c) => {
    const { person, trip } = await requireTripFor(c, deps, (trip, person) => canAddDocument(person, trip))
    const id = parseIdParam(c, 'documentId')
    const upload = parseUpload(c, { person, trip }, canAddDocument)
    const rules = c.req.query('of') === 'booking' ? bookingFileRules : documentRules
    const document = await documents.upload(trip, { id, description: c.req.query('description'), rules, ...upload })
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

/** The files themselves, for those who can read the trip's documents; with `?token=` by its share link. */
export function fileRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, documents, plan } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId/:file', async (c) => {
    const trip = await findReadersTrip(c)
    if (!trip) throw new AppError('document_not_found')
    const file = await documents.findFile(trip.id, c.req.param('file'))
    if (!file) throw new AppError('document_not_found')
    const isHidden = trip.role === null && (!isShownType(file.type) || (await isOfBooking(trip, file.documentId)))
    if (isHidden) throw new AppError('document_not_found')
    return sendFile(c, file, (range) => documents.open(file, range), { isSaved: !isShownType(file.type) })
  })

  /** Undefined if the trip does not exist or the requester cannot read its documents. */
  async function findReadersTrip(c: Context<AppEnv>) {
    const reader = await findReader(c, deps)
    if (!reader) return undefined
    const readable = await findReadableTrip(db, reader.person, c.req.param('tripId') ?? '', c.req.query('token'))
    return readable?.canReadDocuments ? readable.trip : undefined
  }

  /** Whether a ticket or stay names the document, so that readers do not get it. */
  async function isOfBooking(trip: Trip, documentId: string): Promise<boolean> {
    const versions = await plan.listVersions(trip.id)
    const [tickets, stays] = await Promise.all([
      plan.load(trip, 'tickets', versions.tickets),
      plan.load(trip, 'stays', versions.stays),
    ])
    return documentsOf([...(tickets.value as Ticket[]), ...(stays.value as Stays)]).has(lowerId(documentId))
  }

  return routes
}

import { useEffect, useMemo } from 'react'
import { viewPath } from '#domain/api/documents.ts'
import { sharedTripPath } from '#domain/api/sharing.ts'
import { type TripResponse, tripResponse } from '#domain/api/trips.ts'
import { sharedWeatherPath } from '#domain/api/weather-paths.ts'
import type { TravelDocument } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import type { Headcount } from '#domain/headcount.ts'
import type { SectionName } from '#domain/plan/index.ts'
import type { DocumentSource, DocumentsSnapshot } from '../documents/document-store.ts'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { useQuery } from '../react/use-query.ts'
import { queryCache } from '../root/query-cache.ts'
import { session } from '../root/session.ts'
import { sharedCopies } from '../root/shared-copies.ts'
import { dropDocument } from '../storage/persisted-documents.ts'
import type { SharedCopy } from '../storage/shared-copies.ts'
import { failuresOf, hasFailures, type OpenTrip } from '../sync/plan-client.ts'
import type { SectionSnapshot } from '../sync/section-store.ts'
import type { PlanSource, SectionSource } from './plan-source.ts'

interface SharedTrip extends OpenTrip {
  source: PlanSource
  headcount: Headcount | undefined
  /** Set for people of the trip if the link works for nobody else: whether they can share the trip again. */
  deadLink: TripResponse['dead_link']
  /** Set if the server cannot be reached: when it sent this copy. */
  keptAt: Date | undefined
}

interface SharedTripState {
  shared: SharedTrip | undefined
  failure: AppError | undefined
  retry: () => void
}

type SharedResponse = Partial<SharedCopy> & { answer: TripResponse }

const sharedTrip = (tripId: string, token: string | undefined): Query<SharedResponse> => ({
  key: ['shared', tripId, token],
  queryFn: () => loadShared(tripId, token),
  shouldRefetch: ({ data }) =>
    data !== undefined && hasFailures({ trip: data.answer.trip, failures: failuresOf(data.answer) }),
})

/** Readers have no live events, so what was changed or hidden meanwhile is asked for. An unchanged trip costs a 304. */
const REREAD_MS = 20_000

/** Whether at least one section could be loaded. */
const hasPlan = ({ sections }: TripResponse): boolean => Object.values(sections).some((section) => 'value' in section)

/** @param token of the share link; undefined for a public trip */
export function useSharedTrip(tripId: string, token: string | undefined): SharedTripState {
  const { data, error, retry } = useQuery(sharedTrip(tripId, token))
  useEffect(() => {
    const query = sharedTrip(tripId, token)
    const timer = setInterval(() => {
      // What failed is asked for again by the person.
      const isRead = queryCache.getResult(query.key).error === undefined
      if (isRead && document.visibilityState === 'visible') queryCache.ensure(query)
    }, REREAD_MS)
    return () => clearInterval(timer)
  }, [tripId, token])
  const shared = useMemo(() => data && openShared(data, token), [data, token])
  return { shared, failure: error instanceof AppError ? error : undefined, retry }
}

export async function prefetchShared(tripId: string, token: string | undefined): Promise<void> {
  await queryCache.prefetch(sharedTrip(tripId, token))
}

/** Returns the server's answer or, if it cannot be reached, the persisted copy. */
async function loadShared(tripId: string, token: string | undefined): Promise<SharedResponse> {
  const key = `${session.getCurrentUser()?.id ?? 'nobody'} ${tripId} ${token ?? ''}`
  try {
    const answer = await request(sharedTripPath(tripId, token), { schema: tripResponse })
    // An answer without any section must not replace a complete copy.
    if (hasPlan(answer)) void persistShared(key, answer, token)
    return { answer }
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
    if (failure.code === 'trip_not_found') void dropShared(key, token)
    const copy = failure.code === 'unreachable' ? await sharedCopies.find(key) : undefined
    const answer = tripResponse.safeParse(copy?.answer)
    if (!copy || !answer.success) throw failure
    return { answer: answer.data, at: copy.at }
  }
}

/** Replaces the persisted copy, and removes the viewed files of documents that it has and the answer lacks. */
async function persistShared(key: string, answer: TripResponse, token: string | undefined): Promise<void> {
  const former = await sharedCopies.find(key)
  await sharedCopies.persist(key, { answer, at: Date.now() })
  // If the list could not be loaded, its documents may still be there.
  if (Array.isArray(answer.documents)) await dropFiles(former, answer.documents, token)
}

async function dropShared(key: string, token: string | undefined): Promise<void> {
  const former = await sharedCopies.find(key)
  await sharedCopies.drop(key)
  await dropFiles(former, [], token)
}

async function dropFiles(
  former: SharedCopy | undefined,
  remaining: readonly TravelDocument[],
  token: string | undefined,
): Promise<void> {
  const documents = former?.answer.documents
  if (!Array.isArray(documents)) return
  for (const { id, file_url } of documents)
    if (!remaining.some((document) => document.id === id)) await dropDocument(viewPath(file_url, token))
}

function openShared({ answer, at }: SharedResponse, token: string | undefined): SharedTrip {
  const { trip, sections, documents, headcount, amounts, dead_link } = answer
  const sources = new Map<string, SectionSource<SectionName>>()
  for (const [name, section] of Object.entries(sections)) {
    if (!('value' in section)) continue
    const snapshot: SectionSnapshot<SectionName> = { value: section.value }
    sources.set(name, { subscribe: () => () => {}, getSnapshot: () => snapshot })
  }
  const documentSource = Array.isArray(documents) ? readDocuments(documents, token) : undefined
  const find = (_tripId: string, name: SectionName) => sources.get(name)
  return {
    // With the token, its address opens for readers, like those of the documents.
    trip: trip && { ...trip, picture: trip.picture && viewPath(trip.picture, token) },
    failures: failuresOf(answer),
    headcount,
    deadLink: dead_link,
    source: {
      find: find as PlanSource['find'],
      findDocuments: () => documentSource,
      amounts,
      shared: { token },
      ...(trip && { weatherPath: sharedWeatherPath(trip.id, token) }),
    },
    keptAt: at === undefined ? undefined : new Date(at),
  }
}

/** Adds the link's token to the documents' URLs. */
function readDocuments(documents: TravelDocument[], token: string | undefined): DocumentSource {
  const list = documents.map((document) => ({ ...document, file_url: viewPath(document.file_url, token) }))
  const snapshot: DocumentsSnapshot = { list, uploads: [] }
  return { subscribe: () => () => {}, getSnapshot: () => snapshot }
}

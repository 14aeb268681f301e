import { useMemo } from 'react'
import { viewPath } from '#domain/api/documents.ts'
import { sharedTripPath } from '#domain/api/sharing.ts'
import { type TripAnswer, tripAnswer } from '#domain/api/trips.ts'
import type { TravelDocument } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import type { Headcount } from '#domain/headcount.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { dropShared, findShared, persistShared, type SharedCopy } from '../device/shared-copies.ts'
import type { DocumentSource, DocumentsSnapshot } from '../documents/document-store.ts'
import { request } from '../http/http.ts'
import { type Query, queryCache, useQuery } from '../http/query-cache.ts'
import { session } from '../session/current-session.ts'
import { failuresOf, hasFailures, type OpenTrip } from '../sync/plan-client.ts'
import type { SectionSnapshot } from '../sync/section-store.ts'
import type { PlanSource, SectionSource } from './plan-source.ts'

/** A shared trip that is open to be read. */
export interface SharedTrip extends OpenTrip {
  source: PlanSource
  /** How many come along, where that is known. */
  headcount: Headcount | undefined
  /** Set where the link works only for people of the trip: whether they can share it again. */
  deadLink: TripAnswer['dead_link']
  /** When this was the newest, where the server cannot be asked now. */
  keptAt: Date | undefined
}

export interface SharedTripState {
  shared: SharedTrip | undefined
  failure: AppError | undefined
  retry: () => void
}

type SharedAnswer = Partial<SharedCopy> & { answer: TripAnswer }

const sharedTrip = (tripId: string, token: string | undefined): Query<SharedAnswer> => ({
  key: ['shared', tripId, token],
  queryFn: () => loadShared(tripId, token),
  shouldRefetch: ({ data }) =>
    data !== undefined && hasFailures({ trip: data.answer.trip, failures: failuresOf(data.answer) }),
})

/** Whether anything of the plan could be loaded. */
const hasPlan = ({ sections }: TripAnswer): boolean => Object.values(sections).some((section) => 'value' in section)

/** Opens a trip with a share link, or as a public one. */
export function useSharedTrip(tripId: string, token: string | undefined): SharedTripState {
  const { data, error, retry } = useQuery(sharedTrip(tripId, token))
  const shared = useMemo(() => data && openShared(data, token), [data, token])
  return { shared, failure: error instanceof AppError ? error : undefined, retry }
}

/** Loads a shared trip for a page that is about to show it. */
export async function prefetchShared(tripId: string, token: string | undefined): Promise<void> {
  await queryCache.prefetch(sharedTrip(tripId, token))
}

/** The server's answer or, where it cannot be asked, the one that this device has kept. */
async function loadShared(tripId: string, token: string | undefined): Promise<SharedAnswer> {
  const key = `${session.getCurrentUser()?.id ?? 'nobody'} ${tripId} ${token ?? ''}`
  try {
    const answer = await request(sharedTripPath(tripId, token), { schema: tripAnswer })
    // A trip without its plan is not kept in the place of one that has it.
    if (hasPlan(answer)) void persistShared(key, { answer, at: Date.now() })
    return { answer }
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
    if (failure.code === 'trip_not_found') void dropShared(key)
    const kept = failure.code === 'unreachable' ? await findShared(key) : undefined
    const answer = tripAnswer.safeParse(kept?.answer)
    if (!kept || !answer.success) throw failure
    return { answer: answer.data, at: kept.at }
  }
}

/** A source that takes no edits: it has nothing that could send one. */
function openShared({ answer, at }: SharedAnswer, token: string | undefined): SharedTrip {
  const { trip, sections, documents, headcount, dead_link } = answer
  const sources = new Map<string, SectionSource<SectionName>>()
  for (const [name, section] of Object.entries(sections)) {
    if (!('value' in section)) continue
    const snapshot: SectionSnapshot<SectionName> = { value: section.value }
    sources.set(name, { subscribe: () => () => {}, getSnapshot: () => snapshot })
  }
  const documentSource = Array.isArray(documents) ? readDocuments(documents, token) : undefined
  const find = (_tripId: string, name: SectionName) => sources.get(name)
  return {
    trip,
    failures: failuresOf(answer),
    headcount,
    deadLink: dead_link,
    source: { find: find as PlanSource['find'], findDocuments: () => documentSource },
    keptAt: at === undefined ? undefined : new Date(at),
  }
}

/** The documents, at the addresses at which the link's token opens them. */
function readDocuments(documents: TravelDocument[], token: string | undefined): DocumentSource {
  const list = documents.map((document) => ({ ...document, file_url: viewPath(document.file_url, token) }))
  const snapshot: DocumentsSnapshot = { list, uploads: [] }
  return { subscribe: () => () => {}, getSnapshot: () => snapshot }
}

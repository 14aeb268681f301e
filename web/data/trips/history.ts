import { useEffect, useState } from 'react'
import { changesResponse, type HistoryEntry, historyResponse, versionResponse } from '#domain/api/history.ts'
import { AppError } from '#domain/errors.ts'
import type { ChangeDescription } from '#domain/history/change-description.ts'
import { groupChanges } from '#domain/history/index.ts'
import { isForGood } from '#domain/history/is-for-good.ts'
import type { CommonSectionName } from '#domain/plan/index.ts'
import * as m from '#messages'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { newId } from '../new-id.ts'
import { useQuery } from '../react/use-query.ts'
import { queryCache } from '../root/query-cache.ts'

/** Fetches the history of a trip, newest first, on every mount, and on `refresh`. */
export function useHistory(tripId: string): {
  entries: HistoryEntry[] | undefined
  failure: string | undefined
  refresh: () => void
} {
  const [mountId] = useState(newId)
  const key = ['history', tripId, mountId]
  const { data, error, retry: refresh } = useQuery({ key, queryFn: () => loadHistory(tripId) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: on unmount only
  useEffect(() => () => queryCache.remove(key), [])
  return { entries: data, failure: error ? error.message || m.history_load_failed() : undefined, refresh }
}

type Span = Pick<HistoryEntry, 'section' | 'from' | 'version'>

/** A change as a row of the history shows it. */
export interface ShownChange {
  /** Without a subject. */
  text: string
  /** Whether two people were merged, which cannot be undone. */
  isMerge: boolean
  /** Whether it stays whatever is undone: see `isForGood`. */
  isForGood: boolean
}

/** The changes of an entry; undefined until they are loaded, once `isWanted`. */
export function useChanges(
  tripId: string,
  span: Span,
  isWanted: boolean,
): { changes: ShownChange[] | undefined; failed: boolean } {
  const query = changesQuery(tripId, span)
  const { data, error } = useQuery<ChangeDescription[] | undefined>(isWanted ? query : idleQuery)
  const shown = data && groupChanges(span.section, data)
  return {
    changes: shown?.map(({ text, changes }) => ({
      text,
      isMerge: changes.some(isMerge),
      isForGood: changes.every((change) => isForGood(span.section, change)),
    })),
    failed: error !== undefined,
  }
}

/** The server gives the id of a merged person to the entry that stays, so the other one cannot come back. */
export const isMerge = ({ into }: ChangeDescription): boolean => into !== undefined

const idleQuery = { key: ['changes', 'none'], queryFn: async () => undefined }

const changesQuery = (tripId: string, { section, from, version }: Span): Query<ChangeDescription[]> => ({
  key: ['changes', tripId, section, from, version],
  queryFn: async () => {
    const address = `/api/trips/${tripId}/history/${section}/changes?from=${from}&to=${version}`
    return (await request(address, { schema: changesResponse })).changes
  },
  staleTimeMs: Number.POSITIVE_INFINITY,
})

/** What changed after one version of a section, up to another. @throws AppError */
export function loadChanges(tripId: string, span: Span): Promise<ChangeDescription[]> {
  return queryCache.fetchQuery(changesQuery(tripId, span))
}

/** How many of a section's latest entries are searched for the change of a list entry. */
const MAX_SEARCHED = 3

/**
 * The name of the person who last changed an entry of a section's list; undefined if that was the current user, is not
 * known, or the server cannot be reached.
 */
export async function findLastAuthor(
  tripId: string,
  section: CommonSectionName,
  { entryId, userId }: { entryId: string; userId: string },
): Promise<string | undefined> {
  try {
    const latest = (await loadHistory(tripId)).filter((entry) => entry.section === section)
    for (const { saved_by, from, version } of latest.slice(0, MAX_SEARCHED)) {
      const changes = await loadChanges(tripId, { section, from, version })
      if (changes.some(({ at }) => at.includes(entryId))) return saved_by?.id === userId ? undefined : saved_by?.name
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  return undefined
}

async function loadHistory(tripId: string): Promise<HistoryEntry[]> {
  return (await request(`/api/trips/${tripId}/history`, { schema: historyResponse })).entries
}

export async function loadVersion<Name extends CommonSectionName>(tripId: string, section: Name, version: number) {
  return (await request(`/api/trips/${tripId}/history/${section}/${version}`, { schema: versionResponse(section) }))
    .value
}

import { useEffect, useState } from 'react'
import { changesAnswer, type HistoryEntry, historyAnswer, versionAnswer } from '#domain/api/history.ts'
import { AppError } from '#domain/errors.ts'
import { describeChanges } from '#domain/history/index.ts'
import type { CommonSectionName } from '#domain/plan/index.ts'
import * as m from '#messages'
import { request } from '../http/http.ts'
import { newId } from '../new-id.ts'
import { useQuery } from '../react/use-query.ts'
import { plan } from '../root/plan.ts'
import { queryCache } from '../root/query-cache.ts'

/** Fetches the history of a trip, newest first, on every mount. */
export function useHistory(tripId: string): { entries: HistoryEntry[] | undefined; failure: string | undefined } {
  const [mountId] = useState(newId)
  const key = ['history', tripId, mountId]
  const { data, error } = useQuery({ key, queryFn: () => loadHistory(tripId) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: on unmount only
  useEffect(() => () => queryCache.remove(key), [])
  return { entries: data, failure: error ? error.message || m.history_load_failed() : undefined }
}

/** Describes the changes of an entry, in sentences without a subject; undefined until they are loaded. */
export function useChanges(
  tripId: string,
  { section, from, version }: HistoryEntry,
): { changes: string[] | undefined; failed: boolean } {
  const { data, error } = useQuery({
    key: ['changes', tripId, section, from, version],
    queryFn: async () => {
      const address = `/api/trips/${tripId}/history/${section}/changes?from=${from}&to=${version}`
      return describeChanges(section, (await request(address, { schema: changesAnswer })).changes)
    },
    staleTimeMs: Number.POSITIVE_INFINITY,
  })
  return { changes: data, failed: error !== undefined }
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
      const address = `/api/trips/${tripId}/history/${section}/changes?from=${from}&to=${version}`
      const { changes } = await request(address, { schema: changesAnswer })
      if (changes.some(({ at }) => at.includes(entryId))) return saved_by?.id === userId ? undefined : saved_by?.name
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  return undefined
}

/** Restores an earlier version as a new edit, so that the replaced version stays in the history. @throws AppError */
export async function restoreVersion(tripId: string, section: CommonSectionName, version: number): Promise<void> {
  const value = await loadVersion(tripId, section, version)
  plan.find(tripId, section)?.edit(() => value, 'at-once')
}

async function loadHistory(tripId: string): Promise<HistoryEntry[]> {
  return (await request(`/api/trips/${tripId}/history`, { schema: historyAnswer })).entries
}

async function loadVersion<Name extends CommonSectionName>(tripId: string, section: Name, version: number) {
  return (await request(`/api/trips/${tripId}/history/${section}/${version}`, { schema: versionAnswer(section) })).value
}

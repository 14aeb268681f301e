import * as z from 'zod/mini'
import { changeDescription } from '../history/change-description-schema.ts'
import { type CommonSectionName, commonSectionName, plan, type SectionValue } from '../plan/index.ts'
import { type PersonHere, personHere } from './events.ts'

/** What one person did to one section in one go: saves within a minute of each other are one entry. */
export const historyEntry = z.object({
  section: commonSectionName,
  /** The version after the entry; `from` is the one before it. */
  version: z.int(),
  from: z.int(),
  /** Null: the app itself, or a user whose account was removed. */
  saved_by: z.nullable(personHere),
  saved_at: z.iso.datetime(),
})
export type HistoryEntry = z.infer<typeof historyEntry>

/** Named as the author if there is no user to name. */
export const theApp: PersonHere = { id: '', name: 'Wayfare' }

/** `GET /api/trips/:tripId/history`, newest first */
export const historyResponse = z.object({ entries: z.array(historyEntry) })

/** `GET /api/trips/:tripId/history/:section/:version`: a section at an earlier version. */
export function versionResponse<Name extends CommonSectionName>(name: Name) {
  return z.object({ version: z.int(), value: plan[name].schema as unknown as z.ZodMiniType<SectionValue<Name>> })
}

/** How many versions the list covers; no entry spans more. */
export const MAX_HISTORY_VERSIONS = 2000

/**
 * `GET /api/trips/:tripId/history/:section/changes?from=&to=`: the changes after version `from`, up to version `to`.
 */
export const changesResponse = z.object({ changes: z.array(changeDescription) })

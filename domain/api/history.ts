import * as z from 'zod/mini'
import { plan, type SectionName, type SectionValue, sectionName } from '../plan/index.ts'

/** What one person did to one section, in one go: saves within a minute of each other are one entry. */
export const historyEntry = z.object({
  section: sectionName,
  /** The version that the entry ended with, and the one that it began from. */
  version: z.int(),
  from: z.int(),
  /** Who: their username; null for the app itself, or somebody whose account is gone. */
  saved_by: z.nullable(z.string()),
  saved_at: z.iso.datetime(),
})
export type HistoryEntry = z.infer<typeof historyEntry>

/** `GET /api/trips/:tripId/history`, newest first */
export const historyAnswer = z.object({ entries: z.array(historyEntry) })

/** `GET /api/trips/:tripId/history/:section/:version`: a section as it was. */
export function versionAnswer<Name extends SectionName>(name: Name) {
  return z.object({ version: z.int(), value: plan[name].schema as unknown as z.ZodMiniType<SectionValue<Name>> })
}

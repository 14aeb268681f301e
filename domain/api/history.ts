import * as z from 'zod/mini'
import { changeDescription } from '../history/change-description-schema.ts'
import { type CommonName, commonName, plan, type SectionValue } from '../plan/index.ts'
import { type PersonHere, personHere } from './events.ts'

/** What one person did to one section, in one go: saves within a minute of each other are one entry. */
export const historyEntry = z.object({
  section: commonName,
  /** The version that the entry ended with, and the one that it began from. */
  version: z.int(),
  from: z.int(),
  /** Null is the app itself, or somebody whose account is gone. */
  saved_by: z.nullable(personHere),
  saved_at: z.iso.datetime(),
})
export type HistoryEntry = z.infer<typeof historyEntry>

/** Who is named where nobody else can be. */
export const theApp: PersonHere = { id: '', username: 'Wayfare' }

/** `GET /api/trips/:tripId/history`, newest first */
export const historyAnswer = z.object({ entries: z.array(historyEntry) })

/** `GET /api/trips/:tripId/history/:section/:version`: a section as it was. */
export function versionAnswer<Name extends CommonName>(name: Name) {
  return z.object({ version: z.int(), value: plan[name].schema as unknown as z.ZodMiniType<SectionValue<Name>> })
}

/** How many versions the list looks back over; no entry has more. */
export const MAX_HISTORY_VERSIONS = 2000

/** `GET /api/trips/:tripId/history/:section/changes?from=&to=`: what was done to a section after one version and up to another. */
export const changesAnswer = z.object({ changes: z.array(changeDescription) })

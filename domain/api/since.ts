import * as z from 'zod/mini'
import { changeDescription } from '../history/change-description-schema.ts'
import { type CommonName, commonName, isCommonName } from '../plan/index.ts'
import { personHere } from './events.ts'

/*
 * What others have changed since somebody was last in a trip.
 * `GET /api/trips/:tripId/changes?since=details:3,notes:12` tells it, for those who may open the trip; `PUT /api/trips/:tripId/seen`
 * says what they have seen by now, so that their other devices do not tell it again.
 */

const version = z.int().check(z.nonnegative(), z.maximum(999_999_999))

/** Up to which version of each section somebody has seen the plan; what is not named is not told of. */
export const seenVersions = z.partialRecord(commonName, version)
export type SeenVersions = z.infer<typeof seenVersions>

/** `PUT /api/trips/:tripId/seen` */
export const seenRequest = z.strictObject({ seen: seenVersions })

/** What one person did to one section. */
export const sinceEntry = z.object({
  section: commonName,
  /** Null is the app itself, or somebody whose account is gone. */
  by: z.nullable(personHere),
  /** When they did the last of it. */
  at: z.iso.datetime(),
  changes: z.array(changeDescription),
})
export type SinceEntry = z.infer<typeof sinceEntry>

export const sinceAnswer = z.object({
  /** Newest first. */
  entries: z.array(sinceEntry),
  /** How many changes are not told beside these, where there are many. */
  more: z.int(),
  /** Up to which versions it is told; of the sections that were asked about. */
  versions: seenVersions,
})
export type SinceAnswer = z.infer<typeof sinceAnswer>

/** So many versions of a plan are looked through, and so many changes told. */
export const MAX_VERSIONS_SINCE = 500
export const MAX_CHANGES_SINCE = 300

/** As it stands in the address: `details:3,notes:12`. */
export function formatSeen(seen: SeenVersions): string {
  return Object.entries(seen)
    .map(([name, at]) => `${name}:${at}`)
    .join(',')
}

/** Undefined where it is no list of sections and versions. */
export function parseSeen(text: string): SeenVersions | undefined {
  const seen: SeenVersions = {}
  for (const part of text.split(',')) {
    const [, name = '', at] = /^([a-z]+):(\d{1,9})$/.exec(part) ?? []
    if (!isCommonName(name)) return undefined
    seen[name as CommonName] = Number(at)
  }
  return seen
}

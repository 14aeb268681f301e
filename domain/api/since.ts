import * as z from 'zod/mini'
import { changeDescription } from '../history/change-description-schema.ts'
import { type CommonSectionName, commonSectionName, isCommonSectionName } from '../plan/index.ts'
import { personHere } from './events.ts'

/*
 * What others have changed since a user was last in a trip.
 * `GET /api/trips/:tripId/changes?since=details:3,notes:12` lists it, for people who may open the trip.
 * `PUT /api/trips/:tripId/seen` stores what the user has seen, so that their other devices don't report it again.
 */

const version = z.int().check(z.nonnegative(), z.maximum(999_999_999))

/** The versions up to which a user has seen the plan. Sections that are not named are not reported. */
export const seenVersions = z.partialRecord(commonSectionName, version)
export type SeenVersions = z.infer<typeof seenVersions>

/** `PUT /api/trips/:tripId/seen` */
export const seenRequest = z.strictObject({ seen: seenVersions })

export const sinceEntry = z.object({
  section: commonSectionName,
  /** Null: the app itself, or a user whose account was removed. */
  by: z.nullable(personHere),
  /** When they made the last of the changes. */
  at: z.iso.datetime(),
  changes: z.array(changeDescription),
})
export type SinceEntry = z.infer<typeof sinceEntry>

export const sinceResponse = z.object({
  /** Newest first. */
  entries: z.array(sinceEntry),
  /** How many changes are left out, if there are many. */
  more: z.int(),
  /** The versions that this covers, for the sections that were asked about. */
  versions: seenVersions,
})
export type SinceResponse = z.infer<typeof sinceResponse>

/** Limits of one answer. */
export const MAX_SINCE_VERSIONS = 500
export const MAX_SINCE_CHANGES = 300

/** As in the URL: `details:3,notes:12`. */
export function formatSeen(seen: SeenVersions): string {
  return Object.entries(seen)
    .map(([name, at]) => `${name}:${at}`)
    .join(',')
}

/** Returns undefined if the text is not a list of sections and versions. */
export function parseSeen(text: string): SeenVersions | undefined {
  const seen: SeenVersions = {}
  for (const part of text.split(',')) {
    const [, name = '', at] = /^([a-z]+):(\d{1,9})$/.exec(part) ?? []
    if (!isCommonSectionName(name)) return undefined
    seen[name as CommonSectionName] = Number(at)
  }
  return seen
}

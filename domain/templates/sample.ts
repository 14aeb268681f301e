import { equal, type Json } from '../operations/json.ts'
import { levels } from '../plan/day-parts.ts'
import type { AdoptedPart } from '../plan/details.ts'
import type { SectionName } from '../plan/index.ts'
import { type Activity, type Itinerary, withDerivedIds } from '../plan/itinerary.ts'
import type { TripType } from '../trip.ts'
import { newDays } from './new-day.ts'
import { startsWithSample, type TemplateRevision } from './revision.ts'
import { sampleHashes } from './sample-hashes.ts'

/*
 * Which parts of a plan are still the sample that the trip started with: an offer that nobody has taken up.
 * Job: decide from the plan alone, so that all devices agree, online and offline.
 * Invariants: a part that differs from its template is people's own, and so is one in a place of its own: moved to
 *   another day or category. Without the edit it is a sample again. A part that was adopted is their own as it is.
 *   The activities that a new day starts with are a sample too, on any day, which may be added after the rest of the
 *   itinerary was adopted: they are adopted with their day or one by one.
 * Failure: hashes stand in for the templates, whose texts are large and needed by few pages. One in four billion other
 *   values is mistaken for a sample.
 */

export const sampleNames = ['notes', 'meals', 'itinerary', 'checklist'] as const satisfies SectionName[]
export type SampleName = (typeof sampleNames)[number]

/** What decides which parts are a sample, beside the parts themselves. */
export interface SampleRules {
  type: TripType
  template_revision: TemplateRevision
  adopted: readonly AdoptedPart[]
}

/**
 * Tells whether a part is still a sample.
 * @param path names the part from its section down, such as `meals/1/dinner`
 */
export type IsSample = (path: string, part: Json) => boolean

const known: Record<TripType, ReadonlySet<number>> = {
  car_trip: new Set(sampleHashes.car_trip),
  air_travel: new Set(sampleHashes.air_travel),
}

const never: IsSample = () => false

/** Whether a part is one of the activities that a new day starts with. */
function isOfNewDay(type: TripType, path: string, part: Json): boolean {
  const [section, day, level, id] = path.split('/')
  if (section !== 'itinerary' || (level !== 'light' && level !== 'hard')) return false
  const all = newDays[type].activities[level]
  const activity = part as Activity
  const index = all.findIndex((one) => one.activity === activity.activity)
  return index >= 0 && activity.id === id && equal(part, withDerivedIds(all, Number(day), level)[index])
}

export function findSamples({ type, template_revision, adopted }: SampleRules): IsSample {
  if (!startsWithSample(template_revision)) return never
  const taken = new Set(adopted.flatMap(({ part, is_adopted }) => (is_adopted ? [part] : [])))
  const takenDays = new Set([...taken].filter((part) => part.includes('/')))
  return (path, part) =>
    isOfNewDay(type, path, part)
      ? !isAdopted(path, takenDays)
      : known[type].has(hashOf(path, part)) && !isAdopted(path, taken)
}

/** The days that have activities which a new day starts with, by their paths: see above. */
export function listNewDays(type: TripType, itinerary: Itinerary): string[] {
  return Object.entries(itinerary).flatMap(([day, ofDay]) =>
    levels.some((level) =>
      ofDay[level].some((activity) => isOfNewDay(type, `itinerary/${day}/${level}/${activity.id}`, activity)),
    )
      ? [`itinerary/${day}`]
      : [],
  )
}

/** Whether a part was adopted, or something that it belongs to: `meals/1/dinner` with `meals/1`. */
function isAdopted(path: string, taken: ReadonlySet<string>): boolean {
  if (taken.size === 0) return false
  const steps = path.split('/')
  return steps.some((_, index) => taken.has(steps.slice(0, index + 1).join('/')))
}

/** Parts are immutable: each is hashed once, in one place. */
const hashes = new WeakMap<object, { path: string; hash: number }>()

/** The hash of a part in its place, whatever the order of its fields: FNV-1a, as in operations/checksum.ts. */
export function hashOf(path: string, part: Json): number {
  if (typeof part !== 'object' || part === null) return hashPart(path, part)
  const last = hashes.get(part)
  if (last?.path === path) return last.hash
  const hash = hashPart(path, part)
  hashes.set(part, { path, hash })
  return hash
}

const hashPart = (path: string, part: Json) => hashValue(hashText(0x811c9dc5, path), part) >>> 0

function hashValue(sum: number, value: Json): number {
  if (typeof value !== 'object' || value === null) return hashText(sum, String(value))
  // Templates name no place, and had none when their hashes were made.
  const named = Object.entries(value).filter(([name, inner]) => !(name === 'place_id' && inner === ''))
  const fields = named.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return hashText(
    fields.reduce((all, [name, inner]) => hashValue(hashText(all, name), inner), sum),
    '',
  )
}

/** Includes the end of the text, so that ['ab'] differs from ['a', 'b']. */
function hashText(sum: number, text: string): number {
  let all = sum
  for (let at = 0; at <= text.length; at++) all = Math.imul(all ^ (text.charCodeAt(at) || 0), 0x01000193)
  return all
}

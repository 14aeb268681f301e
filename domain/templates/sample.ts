import type { Json } from '../operations/json.ts'
import type { SectionName } from '../plan/index.ts'
import type { TripType } from '../trip.ts'

/*
 * Whether a section still is the sample that it started with, so that nobody has planned anything yet.
 * Job: decide from the value alone, so that all devices agree, online and offline.
 * Invariants: ticks don't count as edits. Every other edit does, also of the order of entries. Once it is undone, the
 *   section is a sample again.
 * Failure: hashes stand in for the samples, whose texts are large and needed by few pages. One in four billion other
 *   values is mistaken for the sample.
 */

/** The hashes of each section's sample, by revision if these differ. sample.test.ts reports a changed hash. */
const samples = {
  notes: { car_trip: [2_912_669_048], air_travel: [3_673_999_024] },
  meals: { car_trip: [471_672_324, 970_110_869], air_travel: [2_713_559_295] },
  itinerary: { car_trip: [1_776_504_621], air_travel: [2_634_197_882] },
  checklist: { car_trip: [4_010_116_245], air_travel: [3_000_162_803] },
} satisfies { [Name in SectionName]?: Record<TripType, number[]> }

export type SampleName = keyof typeof samples
export const sampleNames = Object.keys(samples) as SampleName[]

export function isSample(section: SampleName, type: TripType, value: Json): boolean {
  return samples[section][type].includes(hashSample(value))
}

/** A hash of a value without its ticks, whatever the order of its fields: FNV-1a, as in operations/checksum.ts. */
export function hashSample(value: Json): number {
  return hashValue(0x811c9dc5, value) >>> 0
}

function hashValue(sum: number, value: Json): number {
  if (typeof value !== 'object' || value === null) return hashText(sum, String(value))
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return hashText(
    fields.reduce((all, [name, inner]) => {
      const withName = hashText(all, name)
      return isTick(name) ? withName : hashValue(withName, inner)
    }, sum),
    '',
  )
}

const isTick = (name: string) => name === 'checked'

/** Includes the end of the text, so that ['ab'] differs from ['a', 'b']. */
function hashText(sum: number, text: string): number {
  let all = sum
  for (let at = 0; at <= text.length; at++) all = Math.imul(all ^ (text.charCodeAt(at) || 0), 0x01000193)
  return all
}

import type { Json } from '../operations/json.ts'
import type { SectionName } from '../plan/index.ts'
import type { TripType } from '../trip.ts'

/*
 * Whether a section still is the sample that it started with, which is nobody's plan yet.
 * Job: it follows from the value alone, so that all devices say the same, with and without a network.
 * Invariants: a tick ends no sample; any other edit does, of the order of entries too; one that is brought back is a sample again.
 * Failure: numbers stand for the samples, whose texts are large, and which few pages need: of four thousand million other values one
 *   is taken for the sample.
 */

/** By section what each sample comes to; other sections start with nothing. The test beside this says when it is another number. */
const samples = {
  notes: { car_trip: 2_912_669_048, air_travel: 3_673_999_024 },
  meals: { car_trip: 3_853_726_568, air_travel: 3_811_134_138 },
  itinerary: { car_trip: 1_776_504_621, air_travel: 2_634_197_882 },
  checklist: { car_trip: 2_265_090_885, air_travel: 3_043_382_421 },
} satisfies { [Name in SectionName]?: Record<TripType, number> }

/** A section that starts with a sample. */
export type SampleName = keyof typeof samples
export const sampleNames = Object.keys(samples) as SampleName[]

export function isSample(section: SampleName, type: TripType, value: Json): boolean {
  return sumOf(value) === samples[section][type]
}

/** A number for what a value holds but for its ticks, whatever the order of its fields: FNV-1a, as in operations/checksum.ts. */
export function sumOf(value: Json): number {
  return ofValue(0x811c9dc5, value) >>> 0
}

function ofValue(sum: number, value: Json): number {
  if (typeof value === 'boolean') return sum
  if (typeof value !== 'object' || value === null) return ofText(sum, String(value))
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return ofText(
    fields.reduce((all, [name, inner]) => ofValue(ofText(all, name), inner), sum),
    '',
  )
}

/** The end counts too, so that ['ab'] is not ['a', 'b']. */
function ofText(sum: number, text: string): number {
  let all = sum
  for (let at = 0; at <= text.length; at++) all = Math.imul(all ^ (text.charCodeAt(at) || 0), 0x01000193)
  return all
}

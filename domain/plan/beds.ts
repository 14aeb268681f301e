import * as z from 'zod/mini'
import * as m from '#messages'
import { id, itemList } from '../id.ts'
import { type Queue, queue } from '../list-kinds.ts'
import { choice } from '../operations/form.ts'
import { freeText } from '../text.ts'
import { personId } from './person-ref.ts'
import { defineSection } from './section.ts'
import { withoutPeople } from './without-people.ts'

export const MAX_BED_PLACES = 60
export const MAX_BED_TEXT = 500

const text = freeText(MAX_BED_TEXT)

export const bedKinds = ['tent', 'room', 'cabin', 'other'] as const
export type BedKind = (typeof bedKinds)[number]

/** Where people sleep together. */
export const bed = z.strictObject({
  id,
  kind: z.enum(bedKinds),
  name: text,
  /** How many people sleep there. */
  places: z.int().check(z.minimum(1), z.maximum(MAX_BED_PLACES)),
  note: text,
})
export type Bed = z.infer<typeof bed>

/** What a sleeper has in place of a bed if they sleep somewhere else, such as at home. */
export const NO_BED = 'none'
const bedRef = choice(z.union([z.literal(''), z.literal(NO_BED), id]))

/** Somebody who sleeps in a bed, or has none yet (''). The id is the person's, so nobody is in two. */
export const sleeper = z.strictObject({ id: personId, bed: bedRef })
export type Sleeper = z.infer<typeof sleeper>

export interface Beds {
  beds: Bed[]
  sleepers: Queue<Sleeper>
}

export const beds = defineSection<Beds>({
  schema: z.strictObject({ beds: itemList(bed), sleepers: queue(sleeper, { by: 'bed' }) }),
  empty: { beds: [], sleepers: [] },
  failures: () => ({ load: m.plan_beds_load_failed(), save: m.plan_beds_save_failed() }),
  // How many beds, places and sleepers who come there are. Names and notes often say who somebody is.
  readers: (value, notComing) => ({
    beds: value.beds.map(({ id: bedId, kind, places }) => ({ ...newBed(bedId), kind, places })),
    sleepers: withoutPeople(value.sleepers, 'beds', notComing),
  }),
  copied: (value, { with_rides }) => (with_rides === false ? { beds: [], sleepers: [] } : value),
})

export function newBed(bedId: string): Bed {
  return { id: bedId, kind: 'tent', name: '', places: 2, note: '' }
}

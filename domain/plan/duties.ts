import * as z from 'zod/mini'
import * as m from '#messages'
import { derivedId } from '../derived-id.ts'
import { id, itemList } from '../id.ts'
import { type Queue, queue } from '../list-kinds.ts'
import { choice } from '../operations/form.ts'
import { freeText, longText } from '../text.ts'
import { optionalDay } from './day-number.ts'
import { mealTypes } from './day-parts.ts'
import { idFromPerson, personRef } from './person-ref.ts'
import { defineSection } from './section.ts'

export const MAX_PLACES = 200
export const MAX_DUTY_NAME = 200
export const MAX_DUTY_NOTE = 1000

export const dutyKinds = ['cook', 'help', 'wash_up', 'fire', 'water', 'other'] as const
export type DutyKind = (typeof dutyKinds)[number]

/** What some people of the group do for all. */
export const duty = z.strictObject({
  id,
  kind: z.enum(dutyKinds),
  /** What it is, if the kind does not say it all: 'Carry the canoes'. */
  name: freeText(MAX_DUTY_NAME),
  /** The number of the day; 0 for any day. */
  day: optionalDay,
  /** '' for no meal in particular. */
  meal: z.enum(['', ...mealTypes]),
  /** How many people it takes. */
  places: z.int().check(z.nonnegative(), z.maximum(MAX_PLACES)),
  note: longText(MAX_DUTY_NOTE),
})
export type Duty = z.infer<typeof duty>

const volunteerId = ({ duty: of, person_id }: Pick<Volunteer, 'duty' | 'person_id'>) =>
  derivedId(`duties/volunteers/${of}/${person_id}`)

/** Somebody who volunteers for a duty. The id is derived from both, so nobody volunteers twice. */
export const volunteer = z.strictObject({
  id: idFromPerson<Pick<Volunteer, 'duty' | 'person_id'>>(volunteerId),
  duty: choice(id),
  person_id: personRef,
})
export interface Volunteer {
  id: string
  /** The duty's id. */
  duty: string
  person_id: string
}

export interface Duties {
  duties: Duty[]
  volunteers: Queue<Volunteer>
}

export const duties = defineSection<Duties>({
  schema: z.strictObject({ duties: itemList(duty), volunteers: queue(volunteer, { by: 'duty' }) }),
  empty: { duties: [], volunteers: [] },
  failures: () => ({ load: m.plan_duties_load_failed(), save: m.plan_duties_save_failed() }),
  // How many people each duty takes and has. A name or a note may say who somebody is.
  readers: (value, notComing) => ({
    duties: value.duties.map((one) => ({ ...one, name: '', note: '' })),
    volunteers: value.volunteers
      .filter(({ person_id }) => !notComing?.has(person_id))
      .map(({ duty: of }, index) => ({ id: derivedId(`duties/readers/${index}`), duty: of, person_id: '' })),
  }),
  // People volunteer again for the new trip.
  copied: ({ duties: all }, { with_duties }) => ({ duties: with_duties === false ? [] : all, volunteers: [] }),
})

export function newDuty(dutyId: string, kind: DutyKind): Duty {
  return { id: dutyId, kind, name: '', day: 0, meal: '', places: 2, note: '' }
}

export function newVolunteer(dutyId: string, personId: string): Volunteer {
  const entry = { duty: dutyId, person_id: personId }
  return { id: volunteerId(entry), ...entry }
}

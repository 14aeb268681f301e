import * as m from '#messages'
import { dutyTitle } from '../duties/duty-words.ts'
import type { Duties, Duty } from '../plan/duties.ts'
import { type SectionHistory, textChange } from './words.ts'

/** The arguments of a message about a duty. */
const dutyOf = ({ within: [duty] }: { within: [Omit<Duty, 'id'>] }) => ({ duty: dutyTitle(duty) })

export const duties: SectionHistory<Duties> = {
  title: () => m.history_section_duties(),
  words: {
    duties: {
      insert: (change) => m.history_duty_added(dutyOf(change)),
      remove: (change) => m.history_duty_removed(dutyOf(change)),
      move: () => m.history_duties_moved(),
      each: {
        kind: (change) => m.history_duty_kind(dutyOf(change)),
        name: (change) => m.history_duty_name(textChange(change)),
        day: (change) => m.history_duty_day({ ...dutyOf(change), day: change.to }),
        meal: (change) => m.history_duty_meal({ ...dutyOf(change), meal: change.to || 'none' }),
        places: (change) => m.history_duty_places({ ...dutyOf(change), count: change.to }),
        note: (change) => m.history_duty_note(dutyOf(change)),
      },
    },
    volunteers: {
      insert: () => m.history_volunteer_added(),
      remove: ({ into }) => (into === undefined ? m.history_volunteer_removed() : m.history_volunteer_merged()),
      each: {
        duty: () => m.history_volunteer_changed(),
        person_id: () => m.history_volunteer_person(),
      },
    },
  },
}

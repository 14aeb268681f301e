import * as m from '#messages'
import type { Stay } from '../plan/stays.ts'
import { isBlank } from '../text.ts'
import { bookingWords } from './bookings.ts'
import { dateChange, quote, type SectionHistory, textChange } from './words.ts'

type Named = Pick<Stay, 'name' | 'kind'>

const nameOf = ({ name, kind }: Named) => (isBlank(name) ? m.history_stay_unnamed({ kind }) : quote(name))

interface Said<Value> {
  within: [Named, ...unknown[]]
  was: Value
  to: Value
}

const text = (field: string) => (said: Said<string>) =>
  m.history_stay_text({ field, stay: nameOf(said.within[0]), ...textChange(said) })
const date = (field: string) => (said: Said<Stay['starts_on']>) =>
  m.history_stay_text({ field, stay: nameOf(said.within[0]), ...dateChange(said) })

export const stays: SectionHistory<Stay[]> = {
  title: () => m.history_section_stays(),
  companions: ['currency', 'starts_zone', 'ends_zone'],
  words: {
    insert: ({ within: [stay] }) => m.history_stay_added({ stay: nameOf(stay) }),
    remove: ({ within: [stay] }) => m.history_stay_removed({ stay: nameOf(stay) }),
    move: () => m.history_stays_moved(),
    each: {
      kind: ({ within: [stay], was, to }) => m.history_stay_kind({ stay: nameOf({ ...stay, kind: was }), kind: to }),
      name: (said) => m.history_stay_name({ ...textChange(said), kind: said.within[0].kind }),
      starts_on: date('starts_on'),
      starts_at: text('starts_at'),
      starts_zone: text('zone'),
      ends_on: date('ends_on'),
      ends_at: text('ends_at'),
      ends_zone: text('zone'),
      place: text('place'),
      place_id: ({ within: [stay] }) => m.history_stay_place_changed({ stay: nameOf(stay) }),
      end_place: text('end_place'),
      confirmation_number: text('confirmation_number'),
      phone: text('phone'),
      note: text('note'),
      ...bookingWords(nameOf),
    },
  },
}

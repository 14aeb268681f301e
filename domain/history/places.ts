import * as m from '#messages'
import type { Place, Places } from '../plan/places.ts'
import { isBlank } from '../text.ts'
import { quote, type SectionHistory, textChange } from './words.ts'

/** The arguments of a message about a place. */
const placeOf = ({ within: [{ name }] }: { within: [Pick<Place, 'name'>] }) => ({
  place: isBlank(name) ? m.history_place_unnamed() : quote(name),
})

export const places: SectionHistory<Places> = {
  title: () => m.history_section_places(),
  // They follow from the position.
  companions: ['country', 'zone'],
  words: {
    insert: (change) => m.history_place_added(placeOf(change)),
    remove: (change) => m.history_place_removed(placeOf(change)),
    move: () => m.history_places_moved(),
    each: {
      name: (change) => m.history_place_renamed(textChange(change)),
      kind: (change) => m.history_place_kind(placeOf(change)),
      position: (change) =>
        m.history_place_position({ ...placeOf(change), change: change.to === '' ? 'cleared' : 'set' }),
      country: (change) => m.history_place_country(placeOf(change)),
      zone: (change) => m.history_place_zone(placeOf(change)),
      note: (change) => m.history_place_note({ ...placeOf(change), ...textChange(change) }),
      day: (change) => m.history_place_day({ ...placeOf(change), day: change.to }),
      who: (change) => m.history_place_who(placeOf(change)),
    },
  },
}

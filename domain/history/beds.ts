import * as m from '#messages'
import { type Beds, NO_BED } from '../plan/beds.ts'
import { isBlank } from '../text.ts'
import { quote, type SectionHistory, textChange } from './words.ts'

/** The arguments of a message about a bed. Many have no name. */
const bedOf = ({ within: [{ name }] }: { within: [{ name: string }] }) => ({
  bed: isBlank(name) ? m.history_bed_unnamed() : quote(name),
})

/** What somebody did who now has a bed, or needs none; undefined if they are looking for one. */
function bedTaken(was: string, to: string): string | undefined {
  if (to === NO_BED) return m.history_bed_not_needed()
  if (to === '') return undefined
  return was === '' || was === NO_BED ? m.history_bed_taken() : m.history_bed_changed()
}

export const beds: SectionHistory<Beds> = {
  title: () => m.history_section_beds(),
  words: {
    beds: {
      insert: (change) => m.history_bed_added(bedOf(change)),
      remove: (change) => m.history_bed_removed(bedOf(change)),
      move: () => m.history_beds_moved(),
      each: {
        kind: (change) => m.history_bed_kind(bedOf(change)),
        name: (change) => m.history_bed_name(textChange(change)),
        places: (change) => m.history_bed_places({ ...bedOf(change), count: change.to }),
        note: (change) => m.history_bed_note({ ...bedOf(change), ...textChange(change) }),
      },
    },
    sleepers: {
      insert: ({ within: [{ bed }] }) => bedTaken('', bed) ?? m.history_sleeper_added(),
      remove: ({ into }) => (into === undefined ? m.history_sleeper_removed() : m.history_sleeper_merged()),
      each: {
        bed: ({ was, to }) => bedTaken(was, to) ?? m.history_bed_given_up(),
      },
    },
  },
}

import * as m from '#messages'
import type { Claim, Gear } from '../plan/gear.ts'
import { quote, type SectionHistory } from './words.ts'

const itemOf = ({ within: [{ name }] }: { within: [Pick<Claim, 'name'>] }) => ({ item: quote(name) })

export const gear: SectionHistory<Gear> = {
  title: () => m.history_section_gear(),
  words: {
    claims: {
      insert: (change) => {
        const { count, is_packed } = change.within[0]
        return is_packed ? m.history_claim_packed(itemOf(change)) : m.history_claim_added({ ...itemOf(change), count })
      },
      remove: (change) =>
        change.into === undefined ? m.history_claim_removed(itemOf(change)) : m.history_claim_merged(itemOf(change)),
      each: {
        item: (change) => m.history_claim_changed(itemOf(change)),
        name: (change) => m.history_claim_changed(itemOf(change)),
        person_id: (change) => m.history_claim_person(itemOf(change)),
        count: (change) =>
          change.to === 0
            ? m.history_claim_removed(itemOf(change))
            : m.history_claim_count({ ...itemOf(change), count: change.to }),
        is_packed: (change) =>
          change.to ? m.history_claim_packed(itemOf(change)) : m.history_claim_unpacked(itemOf(change)),
      },
    },
  },
}

import * as m from '#messages'
import type { Announcement } from '../plan/announcements.ts'
import { quote, type SectionHistory } from './words.ts'

const textOf = ({ within: [{ text }] }: { within: [Pick<Announcement, 'text'>] }) => ({ text: quote(text) })

const changed = (change: { within: [Pick<Announcement, 'text'>] }) => m.history_announcement_changed(textOf(change))

export const announcements: SectionHistory<Announcement[]> = {
  title: () => m.history_section_announcements(),
  words: {
    insert: (change) => m.history_announcement_added(textOf(change)),
    remove: (change) => m.history_announcement_removed(textOf(change)),
    move: () => m.history_announcements_moved(),
    each: {
      text: changed,
      to: changed,
      people: changed,
      by: changed,
      at: changed,
    },
  },
}

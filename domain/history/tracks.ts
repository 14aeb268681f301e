import * as m from '#messages'
import type { Track, Tracks } from '../plan/tracks.ts'
import { isBlank } from '../text.ts'
import { quote, type SectionHistory, textChange } from './words.ts'

/** The arguments of a message about a track. */
const trackOf = ({ within: [{ name }] }: { within: [Pick<Track, 'name'>] }) => ({
  track: isBlank(name) ? m.history_track_unnamed() : quote(name),
})

const changed = (change: { within: [Pick<Track, 'name'>] }) => m.history_track_changed(trackOf(change))

export const tracks: SectionHistory<Tracks> = {
  title: () => m.history_section_tracks(),
  words: {
    insert: (change) => m.history_track_added(trackOf(change)),
    remove: (change) => m.history_track_removed(trackOf(change)),
    move: () => m.history_tracks_moved(),
    each: {
      name: (change) => m.history_track_renamed(textChange(change)),
      note: (change) => m.history_track_note({ ...trackOf(change), ...textChange(change) }),
      day: (change) => m.history_track_day({ ...trackOf(change), day: change.to }),
      lines: changed,
      line: changed,
      source: changed,
      source_name: changed,
      length: changed,
      has_elevations: changed,
      ascent: changed,
      descent: changed,
      lowest: changed,
      highest: changed,
    },
  },
}

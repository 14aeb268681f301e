import * as z from 'zod/mini'
import * as m from '#messages'
import { id, itemList } from '../id.ts'
import { choice } from '../operations/form.ts'
import { freeText, longText } from '../text.ts'
import { MAX_TRACKS } from '../tracks/track-file.ts'
import { optionalDay } from './day-number.ts'
import { defineSection } from './section.ts'

/*
 * Tracks of the trip: the trail, the river, the road. Each was read from a file on the device of who added it. What is
 * drawn of it, its line, is in a file of its own that the server stores (domain/track-files.ts).
 */

export const MAX_TRACK_NAME = 200
export const MAX_TRACK_NOTE = 2000
export const MAX_TRACK_FILE_NAME = 200

/** Metres, along or above. Once around the earth is 40,075,000. */
const metres = choice(z.int().check(z.minimum(-100_000_000), z.maximum(100_000_000)))

export const track = z.strictObject({
  id,
  name: freeText(MAX_TRACK_NAME),
  note: longText(MAX_TRACK_NOTE),
  /** The number of the day on which the group follows it; 0 if nobody chose one. */
  day: optionalDay,
  /** The stored file with its line, and which of the lines of that file it is, from 0. */
  lines: id,
  line: choice(z.int().check(z.nonnegative(), z.maximum(MAX_TRACKS - 1))),
  /** The stored file that it was read from, for people who plan the trip; '' if there is none. */
  source: choice(z.union([z.literal(''), id])),
  source_name: freeText(MAX_TRACK_FILE_NAME),
  length: metres,
  /** Whether the file says how high its points are. Otherwise the next four are 0. */
  has_elevations: z.boolean(),
  ascent: metres,
  descent: metres,
  lowest: metres,
  highest: metres,
})
export type Track = z.infer<typeof track>

export type Tracks = Track[]

export const tracks = defineSection<Tracks>({
  schema: itemList(track),
  empty: [],
  failures: () => ({ load: m.plan_tracks_load_failed(), save: m.plan_tracks_save_failed() }),
  // The file has the times at which somebody was where, and its name may say whose it is.
  readers: (value) =>
    value.some(({ source, source_name }) => source !== '' || source_name !== '')
      ? value.map((one) => ({ ...one, source: '', source_name: '' }))
      : value,
  // The files belong to the trip that they were added to.
  copied: undefined,
})

export function newTrack(trackId: string, lines: string, about: Partial<Omit<Track, 'id' | 'lines'>> = {}): Track {
  return {
    id: trackId,
    name: '',
    note: '',
    day: 0,
    lines,
    line: 0,
    source: '',
    source_name: '',
    length: 0,
    has_elevations: false,
    ascent: 0,
    descent: 0,
    lowest: 0,
    highest: 0,
    ...about,
  }
}

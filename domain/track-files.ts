import { type FileKind, type FileRules, typeOfExtension } from './documents.ts'
import { AppError } from './errors.ts'
import type { Tracks } from './plan/tracks.ts'
import { MAX_TRACK_FILE_BYTES } from './tracks/track-file.ts'
import { LINE_START, MAX_LINE_CHARACTERS } from './tracks/track-line.ts'

/*
 * The two files behind tracks: the one that somebody chose, as it was, and one with the lines of its tracks, which are
 * drawn. Each line is a text (tracks/track-line.ts) in a row of its own.
 */

/** How many of its first bytes decide whether a file may be one. */
const START_BYTES = 64

/** It is given back as it came, and never shown. */
const trackKind: FileKind = { type: 'application/octet-stream', extensions: ['track'] }
/** JSON in rows (https://github.com/ndjson/ndjson-spec). */
export const LINES_TYPE = 'application/x-ndjson'
const lineKind: FileKind = { type: LINES_TYPE, extensions: ['lines'] }

export const trackFileRules: FileRules = {
  maxBytes: MAX_TRACK_FILE_BYTES,
  findKind: (start) => (isTrackFile(start) ? trackKind : undefined),
  tooLarge: () => new AppError('track_file_too_large'),
  otherKind: () => new AppError('track_file_refused'),
}

export const lineFileRules: FileRules = {
  // Its characters are all ASCII.
  maxBytes: MAX_LINE_CHARACTERS,
  findKind: (start) => (textOf(start).startsWith(LINE_START) ? lineKind : undefined),
  tooLarge: () => new AppError('track_file_too_large'),
  otherKind: () => new AppError('track_file_refused'),
}

/** The type that a stored file is served as, by the extension it was stored with; also that of a document. */
export function storedTypeOf(extension: string): string | undefined {
  const own = [trackKind, lineKind].find(({ extensions }) => extensions.includes(extension))
  return own?.type ?? typeOfExtension(extension)
}

/** GPX and KML begin with a '<', GeoJSON with a '{', and KMZ is a ZIP file. */
function isTrackFile(start: Uint8Array): boolean {
  const text = textOf(start)
  if (text.startsWith('PK\u0003\u0004')) return true
  // Bytes that say in which encoding the text is, and the second ones of UTF-16, are no letters of it.
  return /^[<{]/.test(text.replace(/^(\u00ef\u00bb\u00bf|\u00fe\u00ff|\u00ff\u00fe)/, '').replace(/^[\s\0]+/, ''))
}

const textOf = (start: Uint8Array): string => String.fromCharCode(...start.subarray(0, START_BYTES))

/** The ids of all files that tracks need. */
export function listTrackFiles(tracks: Tracks): string[] {
  return [...new Set(tracks.flatMap(({ lines, source }) => (source === '' ? [lines] : [lines, source])))]
}

import { withoutUnstorable } from './text.ts'

export const FILE_NAME_MAX = 255

/** Breaks, tabs and other controls: they would break a line, or a header. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu
/** Marks that turn the direction of what follows, with which a name can be made to look like another, and a byte order mark. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * A file's name as it is stored and shown: on one line, in the direction of its letters, without slashes (it is a name and
 * no path), at most 255 characters long. Quotes, dots and emoji stay. A name that is too long loses its middle, so that
 * its extension stays.
 */
export function cleanFileName(fileName: string): string {
  const name = withoutUnstorable(fileName)
    .replace(DIRECTION_MARKS, '')
    .replace(CONTROLS, ' ')
    .replace(/[/\\]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
  if (/^[. ]*$/.test(name)) return 'document'
  if (name.length <= FILE_NAME_MAX) return name
  const end = /\.[^.]{1,20}$/.exec(name)?.[0] ?? ''
  const beginning = withoutUnstorable(name.slice(0, FILE_NAME_MAX - 1 - end.length)).trimEnd()
  return `${beginning}…${end}`
}

import { onOneLine, withoutUnstorable } from './text.ts'

export const FILE_NAME_MAX = 255

/**
 * A file's name as it is stored and shown: on one line, in the direction of its letters, without slashes (it is a name and
 * no path), at most 255 characters long. Quotes, dots and emoji stay. A name that is too long loses its middle, so that
 * its extension stays.
 */
export function cleanFileName(fileName: string): string {
  const name = onOneLine(withoutUnstorable(fileName)).replace(/[/\\]/g, '-').replace(/\s+/g, ' ').trim()
  if (/^[. ]*$/.test(name)) return 'document'
  if (name.length <= FILE_NAME_MAX) return name
  const end = /\.[^.]{1,20}$/.exec(name)?.[0] ?? ''
  const beginning = withoutUnstorable(name.slice(0, FILE_NAME_MAX - 1 - end.length)).trimEnd()
  return `${beginning}…${end}`
}

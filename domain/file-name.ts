import { isBlank, toSingleLine, withoutUnstorable } from './text.ts'

export const MAX_FILE_NAME = 255

/**
 * A file name as stored and shown: on one line, without direction marks or slashes (it is a name, not a path), at most
 * `maxLength` characters. Quotes, dots and emoji stay. A name that is too long loses its middle, so that its extension
 * stays.
 */
export function cleanFileName(fileName: string, maxLength = MAX_FILE_NAME): string {
  const name = toSingleLine(withoutUnstorable(fileName)).replace(/[/\\]/g, '-').replace(/\s+/g, ' ').trim()
  if (isBlank(name.replaceAll('.', ''))) return 'document'
  if (name.length <= maxLength) return name
  const end = /\.[^.]{1,20}$/.exec(name)?.[0] ?? ''
  const beginning = withoutUnstorable(name.slice(0, maxLength - 1 - end.length)).trimEnd()
  return `${beginning}…${end}`
}

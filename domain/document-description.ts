import type { TravelDocument } from './documents.ts'
import { toSingleLine, withoutUnstorable } from './text.ts'

export const MAX_DESCRIPTION = 200

/** A description as stored and shown: on one line, trimmed, and cut if too long. */
export function cleanDescription(description: string): string {
  const line = toSingleLine(withoutUnstorable(description)).replace(/\s+/g, ' ').trim()
  return withoutUnstorable(line.slice(0, MAX_DESCRIPTION)).trimEnd()
}

/** A new document's description: the user's or, without one, by its file name. */
export function documentDescription(fileName: string, own = ''): string {
  return cleanDescription(own) || `Travel document: ${fileName}`
}

/** The description that a user wrote; undefined if nobody did. */
export function ownDescription({
  file_name,
  description,
}: Pick<TravelDocument, 'file_name' | 'description'>): string | undefined {
  return description === documentDescription(file_name) ? undefined : description
}

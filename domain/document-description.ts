import type { TravelDocument } from './documents.ts'
import { onOneLine, withoutUnstorable } from './text.ts'

export const MAX_DESCRIPTION = 200

/** A description as it is stored and shown: on one line, trimmed, and cut where it is too long. */
export function cleanDescription(description: string): string {
  const line = onOneLine(withoutUnstorable(description)).replace(/\s+/g, ' ').trim()
  return withoutUnstorable(line.slice(0, MAX_DESCRIPTION)).trimEnd()
}

/** What a new document says about itself: what somebody wrote of it, else by its name. */
export function documentDescription(fileName: string, own = ''): string {
  return cleanDescription(own) || `Travel document: ${fileName}`
}

/** What somebody wrote of a document; undefined where nobody did. */
export function ownDescription({
  file_name,
  description,
}: Pick<TravelDocument, 'file_name' | 'description'>): string | undefined {
  return description === documentDescription(file_name) ? undefined : description
}

import type { TravelDocument } from '#domain/documents.ts'
import { newId } from '#web/data/new-id.ts'

/** A document of this name, of a trip of its own. */
export function buildDocument(name: string): TravelDocument {
  return {
    id: newId(),
    trip_id: newId(),
    file_name: name,
    file_url: `/files/travel-documents/${name}`,
    file_type: 'pdf',
    description: `Travel document: ${name}`,
    uploaded_at: '2026-09-30T16:00:00.000Z',
    size: 5,
    sha256: 'sum',
  }
}

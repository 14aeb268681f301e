import { documentPath, documentResponse, uploadPath } from '#domain/api/documents.ts'
import { request } from '../http/http.ts'
import { uploadFile } from '../http/upload.ts'
import type { DocumentTransport } from './document-store.ts'

export function documentTransport(tripId: string): DocumentTransport {
  return {
    upload: async (id, file, about, options) =>
      (await uploadFile(uploadPath(tripId, id, file.name, about), file, documentResponse, options)).document,
    remove: (id) => request(documentPath(tripId, id), { method: 'DELETE' }),
  }
}

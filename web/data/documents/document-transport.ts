import { OLDEST_APP_HEADER } from '#domain/api/api-version.ts'
import { documentAnswer, documentPath, uploadPath } from '#domain/api/documents.ts'
import { AppError } from '#domain/errors.ts'
import { failureOf, parseAnswer, request, requireUnderstood, sessionOfNow, writeHeaders } from '../http/http.ts'
import type { DocumentTransport } from './document-store.ts'

/** How a trip's documents reach the server. */
export function documentTransport(tripId: string): DocumentTransport {
  return {
    upload: (id, file, description, options) => upload(uploadPath(tripId, id, file.name, description), file, options),
    remove: (id) => request(documentPath(tripId, id), { method: 'DELETE' }),
  }
}

/** Sends a file as it is, under its own type. Not by `fetch`, which tells nothing of the progress. */
function upload(
  path: string,
  file: File,
  { onProgress, signal }: Parameters<DocumentTransport['upload']>[3],
): ReturnType<DocumentTransport['upload']> {
  return new Promise((resolve, reject) => {
    const askedIn = sessionOfNow()
    const sending = new XMLHttpRequest()
    sending.open('PUT', path)
    for (const [name, value] of Object.entries(writeHeaders)) sending.setRequestHeader(name, value)
    sending.responseType = 'json'
    sending.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    sending.onerror = () => reject(new AppError('unreachable'))
    sending.onload = () => {
      try {
        requireUnderstood(sending.getResponseHeader(OLDEST_APP_HEADER))
        if (sending.status >= 400) throw failureOf(sending.response, askedIn)
        resolve(parseAnswer(sending.response, documentAnswer).document)
      } catch (failure) {
        reject(failure)
      }
    }
    signal.addEventListener('abort', () => {
      sending.abort()
      reject(signal.reason)
    })
    sending.send(file)
  })
}

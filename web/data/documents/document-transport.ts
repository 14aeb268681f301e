import { OLDEST_APP_HEADER } from '#domain/api/api-version.ts'
import { documentAnswer, documentPath, uploadPath } from '#domain/api/documents.ts'
import { AppError } from '#domain/errors.ts'
import {
  currentSessionNumber,
  failureOf,
  parseAnswer,
  request,
  requireSupportedApp,
  writeHeaders,
} from '../http/http.ts'
import type { DocumentTransport } from './document-store.ts'

export function documentTransport(tripId: string): DocumentTransport {
  return {
    upload: (id, file, description, options) => upload(uploadPath(tripId, id, file.name, description), file, options),
    remove: (id) => request(documentPath(tripId, id), { method: 'DELETE' }),
  }
}

/** Uploads the raw file. XMLHttpRequest reports the progress, `fetch` does not. */
function upload(
  path: string,
  file: File,
  { onProgress, signal }: Parameters<DocumentTransport['upload']>[3],
): ReturnType<DocumentTransport['upload']> {
  return new Promise((resolve, reject) => {
    const sessionAtStart = currentSessionNumber()
    const xhr = new XMLHttpRequest()
    xhr.open('PUT', path)
    for (const [name, value] of Object.entries(writeHeaders)) xhr.setRequestHeader(name, value)
    xhr.responseType = 'json'
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    xhr.onerror = () => reject(new AppError('unreachable'))
    xhr.onload = () => {
      try {
        requireSupportedApp(xhr.getResponseHeader(OLDEST_APP_HEADER))
        if (xhr.status >= 400) throw failureOf(xhr.response, sessionAtStart)
        resolve(parseAnswer(xhr.response, documentAnswer).document)
      } catch (failure) {
        reject(failure)
      }
    }
    signal.addEventListener('abort', () => {
      xhr.abort()
      reject(signal.reason)
    })
    xhr.send(file)
  })
}

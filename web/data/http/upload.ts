import type * as z from 'zod/mini'
import { OLDEST_APP_HEADER } from '#domain/api/api-version.ts'
import { AppError } from '#domain/errors.ts'
import { currentSessionNumber, failureOf, parseResponse, requireSupportedApp, writeHeaders } from './http.ts'

export interface UploadOptions {
  /** Called with the share that was sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Uploads a raw file. XMLHttpRequest reports the progress, `fetch` does not.
 * @throws AppError, or the signal's reason
 */
export function uploadFile<Value>(
  path: string,
  file: File,
  schema: z.ZodMiniType<Value>,
  { onProgress, signal }: Partial<UploadOptions> = {},
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const sessionAtStart = currentSessionNumber()
    const xhr = new XMLHttpRequest()
    xhr.open('PUT', path)
    for (const [name, value] of Object.entries(writeHeaders)) xhr.setRequestHeader(name, value)
    xhr.responseType = 'json'
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / total)
    xhr.onerror = () => reject(new AppError('unreachable'))
    xhr.onload = () => {
      try {
        requireSupportedApp(xhr.getResponseHeader(OLDEST_APP_HEADER))
        if (xhr.status >= 400) throw failureOf(xhr.response, sessionAtStart)
        resolve(parseResponse(xhr.response, schema))
      } catch (failure) {
        reject(failure)
      }
    }
    signal?.addEventListener('abort', () => {
      xhr.abort()
      reject(signal.reason)
    })
    xhr.send(file)
  })
}

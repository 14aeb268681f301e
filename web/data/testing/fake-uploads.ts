import { AppError } from '#domain/errors.ts'
import type { uploadFile as upload } from '../http/upload.ts'
import { newId } from '../new-id.ts'

/*
 * In place of ../http/upload.ts in tests of screens: what was sent, and how uploads end.
 * vi.mock('#web/data/http/upload.ts', () => import('#web/data/testing/fake-uploads.ts'))
 */

export interface SentUpload {
  path: string
  file: File
  /** Says how much has been sent, from 0 to 1. */
  report: (share: number) => void
  isCancelled: () => boolean
}

export const uploads = {
  sent: [] as SentUpload[],
  /** How the next uploads end, in their order. Those after them succeed at once. */
  next: [] as ((upload: SentUpload) => Promise<unknown>)[],
}

export function forgetUploads(): void {
  uploads.sent.length = 0
  uploads.next.length = 0
}

/** Holds the next upload until the returned function is called. */
export function holdUpload(): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  uploads.next.push(() => released)
  return release
}

export const refuseUpload =
  (...failure: ConstructorParameters<typeof AppError>) =>
  async (): Promise<never> => {
    throw new AppError(...failure)
  }

export const uploadFile = (async (path, file, _schema, { onProgress, signal } = {}) => {
  const sent = { path, file, report: onProgress ?? (() => {}), isCancelled: () => signal?.aborted ?? false }
  uploads.sent.push(sent)
  const cancelled = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
  await Promise.race([uploads.next.shift()?.(sent), cancelled])
  return answer(path, file)
}) as typeof upload

/** As the server answers, by the kind of file. */
async function answer(path: string, file: File): Promise<unknown> {
  const { pathname, searchParams } = new URL(path, location.href)
  const [trip_id = '', kind, id = ''] = pathname.split('/').slice(3)
  const file_name = searchParams.get('file_name') ?? ''
  if (kind === 'receipts') return { receipt: { id, file_name } }
  if (kind === 'picture') return { picture: `${newId()}.jpg` }
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  const document = {
    id,
    trip_id,
    file_name,
    file_url: `/files/travel-documents/${trip_id}/${id}`,
    file_type: /pdf$/.test(file_name) ? 'document' : 'png',
    description: searchParams.get('description') ?? `Travel document: ${file_name}`,
    uploaded_at: new Date().toISOString(),
    size: file.size,
    sha256: Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  }
  return { document }
}

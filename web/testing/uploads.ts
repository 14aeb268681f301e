import { documentPath } from '#domain/api/documents.ts'
import { AppError } from '#domain/errors.ts'
import { newId } from '#web/data/new-id.ts'
import { hold } from './hold.ts'
import { responses } from './open-trip.tsx'

/* What was uploaded in a test of a screen, and how uploads end. */

export interface SentUpload {
  path: string
  file: File
  /** Says how much has been sent, from 0 to 1. */
  report: (share: number) => void
  isCancelled: () => boolean
}

export const uploads = {
  sent: [] as SentUpload[],
  /** The ids of the documents that were uploaded and then deleted. */
  removed: [] as string[],
  /** How the next uploads end, in their order. Those after them succeed at once. */
  next: [] as ((upload: SentUpload) => Promise<unknown>)[],
}

export function forgetUploads(): void {
  uploads.sent.length = 0
  uploads.removed.length = 0
  uploads.next.length = 0
}

/** Holds the next upload until the returned function is called. */
export function holdUpload(): () => void {
  const { released, release } = hold()
  uploads.next.push(() => released)
  return release
}

export const refuseUpload =
  (...failure: ConstructorParameters<typeof AppError>) =>
  async (): Promise<never> => {
    throw new AppError(...failure)
  }

/** In place of the browser's, with which only files are sent: see web/data/http/upload.ts. */
export class FakeXMLHttpRequest {
  status = 0
  responseType = ''
  response: unknown = null
  onload = (): void => {}
  onerror = (): void => {}
  readonly upload = { onprogress: (_: { loaded: number; total: number }): void => {} }
  #path = ''
  #isCancelled = false

  open(_method: string, path: string): void {
    this.#path = path
  }

  setRequestHeader(): void {}

  getResponseHeader(): null {
    return null
  }

  abort(): void {
    this.#isCancelled = true
  }

  send(file: File): void {
    const sent: SentUpload = {
      path: this.#path,
      file,
      report: (share) => this.upload.onprogress({ loaded: share * 1000, total: 1000 }),
      isCancelled: () => this.#isCancelled,
    }
    uploads.sent.push(sent)
    void this.#answer(sent)
  }

  async #answer(sent: SentUpload): Promise<void> {
    try {
      await uploads.next.shift()?.(sent)
      Object.assign(this, { status: 200, response: await stored(sent) })
    } catch (failure) {
      const { code, message } = failure as AppError
      if (code === 'unreachable') return this.#isCancelled ? undefined : this.onerror()
      Object.assign(this, { status: 409, response: { error: { code, message } } })
    }
    if (!this.#isCancelled) this.onload()
  }
}

/** As the server answers, by the kind of file. */
async function stored({ path, file }: SentUpload): Promise<unknown> {
  const { pathname, searchParams } = new URL(path, location.href)
  const [trip_id = '', kind, id = ''] = pathname.split('/').slice(3)
  const file_name = searchParams.get('file_name') ?? ''
  if (kind === 'receipts') return { receipt: { id, file_name } }
  if (kind === 'tracks' || kind === 'lines') return { file: { id, file_name } }
  if (kind === 'picture') return { picture: `${newId()}.jpg` }
  responses.set(documentPath(trip_id, id), async () => uploads.removed.push(id))
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  const document = {
    id,
    trip_id,
    file_name,
    file_url: `/files/travel-documents/${trip_id}/${id}`,
    file_type: file_name.endsWith('pdf') ? 'document' : file_name.endsWith('eml') ? 'eml' : 'png',
    description: searchParams.get('description') ?? `Travel document: ${file_name}`,
    uploaded_at: new Date().toISOString(),
    size: file.size,
    sha256: Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  }
  return { document }
}

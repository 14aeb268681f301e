import { DOCUMENT_MAX_BYTES, findKind, isHeic, KIND_BYTES, nameOfKind } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { decodePhoto } from './photo-as-jpeg.ts'

/** The longer side of a photo that is scaled down, in pixels. Small print on a long bill stays legible. */
export const MAX_SIDE = 3000
const QUALITY = 0.85

/** Makes a JPEG of a photo. @throws if this browser cannot decode it */
export type ToJpeg = (photo: File) => Promise<Blob>

/**
 * A file as the server accepts it: photos of other kinds, and those that are too large, become JPEGs if this browser
 * can decode them.
 * @throws AppError document_empty, document_type_refused, document_too_large, with a sentence to show
 */
export async function prepareReceipt(file: File, toJpeg: ToJpeg = drawAsJpeg): Promise<File> {
  if (file.size === 0) throw new AppError('document_empty')
  const start = new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer())
  const kind = findKind(start)
  if (kind && file.size <= DOCUMENT_MAX_BYTES) return withName(file, nameOfKind(file.name, kind.type))
  if (kind?.type === 'application/pdf') throw new AppError('document_too_large')
  const refusal = refusalOf(file, start, kind !== undefined)
  if (!kind && !file.type.startsWith('image/') && !isHeicFile(file, start)) throw refusal
  const jpeg = await toJpeg(file).catch((cause) => {
    throw new AppError(refusal.code, refusal.message, { cause })
  })
  if (jpeg.size > DOCUMENT_MAX_BYTES) throw new AppError('document_too_large')
  return new File([jpeg], `${file.name.replace(/\.\w{1,5}$/, '')}.jpg`, { type: 'image/jpeg' })
}

/** A file may be called anything, but the app recognizes a receipt's type by its name. */
const withName = (file: File, name: string) => (name === file.name ? file : new File([file], name, { type: file.type }))

function refusalOf(file: File, start: Uint8Array, isKnown: boolean): AppError {
  if (isKnown) return new AppError('document_too_large')
  return new AppError('document_type_refused', isHeicFile(file, start) ? m.receipts_heic_refused() : undefined)
}

/** What to say about a photo that this browser cannot decode, if it is a HEIC one. */
export async function heicRefusalOf(photo: Blob): Promise<string | undefined> {
  const start = new Uint8Array(await photo.slice(0, KIND_BYTES).arrayBuffer())
  return isHeicFile(photo, start) ? m.receipts_heic_refused() : undefined
}

function isHeicFile(file: Blob, start: Uint8Array): boolean {
  const isNamedHeic = /^image\/hei[cf]/.test(file.type) || (file instanceof File && /\.hei[cf]$/i.test(file.name))
  return isHeic(start) || isNamedHeic
}

async function drawAsJpeg(photo: File): Promise<Blob> {
  const decoded = await decodePhoto(photo, (width, height) => {
    const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
    const to = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
    return { from: { x: 0, y: 0, width, height }, to }
  })
  try {
    return await decoded.encode(QUALITY)
  } finally {
    decoded.close()
  }
}

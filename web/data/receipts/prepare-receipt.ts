import { DOCUMENT_MAX_BYTES, findKind, KIND_BYTES } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { decodePhoto } from './photo-as-jpeg.ts'

/** The longer side of a photo that is scaled down, in pixels. Small print on a long bill stays legible. */
export const MAX_SIDE = 3000
const QUALITY = 0.85

/** The brands of HEIC and HEIF files. They follow 'ftyp', after the four bytes of a length. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']
const HEIC_BYTES = 12

/** Makes a JPEG of a photo. @throws if this browser cannot decode it */
export type ToJpeg = (photo: File) => Promise<Blob>

/**
 * A file as the server accepts it: photos of other kinds, and those that are too large, become JPEGs if this browser
 * can decode them.
 * @throws AppError document_empty, document_type_refused, document_too_large, with a sentence to show
 */
export async function prepareReceipt(file: File, toJpeg: ToJpeg = drawAsJpeg): Promise<File> {
  if (file.size === 0) throw new AppError('document_empty')
  const start = new Uint8Array(await file.slice(0, Math.max(KIND_BYTES, HEIC_BYTES)).arrayBuffer())
  const kind = findKind(start)
  if (kind && file.size <= DOCUMENT_MAX_BYTES) return file
  if (kind?.type === 'application/pdf') throw new AppError('document_too_large')
  const refusal = refusalOf(file, start, kind !== undefined)
  if (!kind && !file.type.startsWith('image/') && !isHeicFile(file, start)) throw refusal
  const jpeg = await toJpeg(file).catch((cause) => {
    throw new AppError(refusal.code, refusal.message, { cause })
  })
  if (jpeg.size > DOCUMENT_MAX_BYTES) throw new AppError('document_too_large')
  return new File([jpeg], `${file.name.replace(/\.\w{1,5}$/, '')}.jpg`, { type: 'image/jpeg' })
}

function refusalOf(file: File, start: Uint8Array, isKnown: boolean): AppError {
  if (isKnown) return new AppError('document_too_large')
  return new AppError('document_type_refused', isHeicFile(file, start) ? m.receipts_heic_refused() : undefined)
}

/** What to say about a photo that this browser cannot decode, if it is a HEIC one. */
export async function heicRefusalOf(photo: Blob): Promise<string | undefined> {
  const start = new Uint8Array(await photo.slice(0, HEIC_BYTES).arrayBuffer())
  return isHeicFile(photo, start) ? m.receipts_heic_refused() : undefined
}

function isHeicFile(file: Blob, start: Uint8Array): boolean {
  const isNamedHeic = /^image\/hei[cf]/.test(file.type) || (file instanceof File && /\.hei[cf]$/i.test(file.name))
  return isHeic(start) || isNamedHeic
}

function isHeic(start: Uint8Array): boolean {
  const text = String.fromCharCode(...start.subarray(4, HEIC_BYTES))
  return text.startsWith('ftyp') && heicBrands.includes(text.slice(4))
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

import { DOCUMENT_MAX_BYTES, findKind, KIND_BYTES } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'

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
  if (!kind && !isHeic(start) && !isPhoto(file)) throw refusal
  const jpeg = await toJpeg(file).catch((cause) => {
    throw new AppError(refusal.code, refusal.message, { cause })
  })
  if (jpeg.size > DOCUMENT_MAX_BYTES) throw new AppError('document_too_large')
  return new File([jpeg], `${file.name.replace(/\.\w{1,5}$/, '')}.jpg`, { type: 'image/jpeg' })
}

function refusalOf(file: File, start: Uint8Array, isKnown: boolean): AppError {
  if (isKnown) return new AppError('document_too_large')
  const isNamedHeic = /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)
  return new AppError('document_type_refused', isHeic(start) || isNamedHeic ? m.receipts_heic_refused() : undefined)
}

const isPhoto = ({ type, name }: File) => type.startsWith('image/') || /\.hei[cf]$/i.test(name)

function isHeic(start: Uint8Array): boolean {
  const text = String.fromCharCode(...start.subarray(4, HEIC_BYTES))
  return text.startsWith('ftyp') && heicBrands.includes(text.slice(4))
}

async function drawAsJpeg(photo: File): Promise<Blob> {
  const bitmap = await createImageBitmap(photo)
  try {
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d')
    if (!context) throw new Error('There is no canvas')
    // JPEG has no transparency: what is transparent would become black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    if (!jpeg) throw new Error('The photo could not be encoded')
    return jpeg
  } finally {
    bitmap.close()
  }
}

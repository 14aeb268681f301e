import { findKind, KIND_BYTES } from '#domain/documents.ts'
import { bytesOf } from '#web/browser/bytes-of.ts'
import type { FindFailure, FindResult } from './code-finder.ts'
import { startCodeFinder } from './code-finder.ts'
import { MAX_PIXELS } from './picture-limits.ts'
import { pictureSize } from './picture-size.ts'

const MAX_PICTURE_BYTES = 10_000_000
const MAX_PDF_BYTES = 20_000_000
/** In degrees. People hold a phone nearly level; what lies on a table may be at any angle. */
const TURNS = [0, 4, -4, 8, -8, 12, -12, 17, -17, 24, -24, 32, -32, 40, -40]

/**
 * Finds the codes in a photo (PNG or JPEG) or PDF, on this device. What reads them loads now: it may be missing without
 * a network (`unloaded`). Each code is returned once.
 */
export async function findCodes(file: Blob): Promise<FindResult> {
  const start = await bytesOf(file.slice(0, KIND_BYTES))
  if (!start) return { failure: 'damaged' }
  const kind = findKind(start)
  if (!kind) return { failure: 'nothing' }
  return kind.type === 'application/pdf' ? findInPdf(file) : findInPicture(file)
}

/**
 * As `findCodes`, in a picture of another format, such as HEIC. `unopened`: this browser cannot decode it. Its size is
 * known only afterwards.
 */
export async function findInOtherPicture(file: Blob): Promise<FindResult | 'unopened'> {
  if (file.size > MAX_PICTURE_BYTES) return { failure: 'too_large' }
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  return bitmap ? search(bitmap) : 'unopened'
}

async function findInPicture(file: Blob): Promise<FindResult> {
  if (file.size > MAX_PICTURE_BYTES) return { failure: 'too_large' }
  const bytes = await bytesOf(file)
  const size = bytes && pictureSize(bytes)
  if (!size) return { failure: 'damaged' }
  if (size.width * size.height > MAX_PIXELS) return { failure: 'too_large' }
  return search(file)
}

async function search(picture: Blob | ImageBitmap): Promise<FindResult> {
  const finder = startCodeFinder()
  try {
    return once(await finder.find(picture, TURNS))
  } finally {
    finder.end()
  }
}

async function findInPdf(file: Blob): Promise<FindResult> {
  if (file.size > MAX_PDF_BYTES) return { failure: 'too_large' }
  const bytes = await bytesOf(file)
  if (!bytes) return { failure: 'damaged' }
  const reader = await import('./read-pdf.ts').catch(() => undefined)
  if (!reader) return { failure: 'unloaded' }
  const finder = startCodeFinder()
  try {
    const results: FindResult[] = []
    await reader.drawPages(bytes, async (page) => {
      results.push(await finder.find(page))
    })
    const codes = results.flatMap((result) => ('codes' in result ? result.codes : []))
    const failure = results.flatMap((result): FindFailure[] => ('failure' in result ? [result.failure] : []))
    return codes.length > 0 ? once({ codes }) : { failure: failure.find((one) => one !== 'nothing') ?? 'nothing' }
  } catch (failure) {
    return { failure: failure instanceof reader.PdfError ? failure.why : 'damaged' }
  } finally {
    finder.end()
  }
}

/** The same code on two pages is one. */
function once(result: FindResult): FindResult {
  if ('failure' in result) return result
  const byKey = new Map(result.codes.map((code) => [`${code.format} ${code.text}`, code]))
  return { codes: [...byKey.values()] }
}

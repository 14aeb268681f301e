import type { FindFailure, FindResult } from './code-finder.ts'
import { startCodeFinder } from './code-finder.ts'
import { isJpeg, isPng, pictureSize } from './picture-size.ts'

const MAX_PICTURE_BYTES = 10_000_000
const MAX_PDF_BYTES = 20_000_000
/** More take too much of a phone's memory once they are decoded. */
const MAX_PIXELS = 40_000_000
/** In degrees. People hold a phone nearly level; what lies on a table may be at any angle. */
const TURNS = [0, 4, -4, 8, -8, 12, -12, 17, -17, 24, -24, 32, -32, 40, -40]

/**
 * Finds the codes in a photo (PNG or JPEG) or PDF, on this device. What reads them loads now: it may be missing without
 * a network (`unloaded`). Each code is returned once.
 */
export async function findCodes(file: Blob): Promise<FindResult> {
  const start = await bytesOf(file.slice(0, 1024))
  if (!start) return { failure: 'damaged' }
  if (isPng(start) || isJpeg(start)) return findInPicture(file)
  // The standard wants this at the start; readers accept it a little later.
  if (new TextDecoder('latin1').decode(start).includes('%PDF-')) return findInPdf(file)
  return { failure: 'nothing' }
}

async function findInPicture(file: Blob): Promise<FindResult> {
  if (file.size > MAX_PICTURE_BYTES) return { failure: 'too_large' }
  const bytes = await bytesOf(file)
  const size = bytes && pictureSize(bytes)
  if (!size) return { failure: 'damaged' }
  if (size.width * size.height > MAX_PIXELS) return { failure: 'too_large' }
  const finder = startCodeFinder()
  try {
    return once(await finder.find(file, TURNS))
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

/** Undefined if the device cannot give the file, such as one in a cloud, without a network. */
async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    return undefined
  }
}

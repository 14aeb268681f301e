import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import type { FindFailure } from './code-finder.ts'
import { MAX_PIXELS, MAX_SIDE } from './picture-limits.ts'

/*
 * Draws the pages of a PDF, to search them. The library parses in a worker and draws here, in small steps.
 * Invariants: nothing in the PDF runs, and nothing is loaded for it: no fonts, character maps or decoders.
 */

const MAX_PAGES = 10
/** Pixels per point (1/72 inch): a dense PDF417 on a sheet of paper then has 3 pixels per bar. */
const SCALE = 3
/** A PDF can be made to draw for hours. */
const MAX_MS = 45_000

export class PdfError extends Error {
  readonly why: FindFailure
  constructor(why: FindFailure) {
    super(why)
    this.why = why
  }
}

GlobalWorkerOptions.workerSrc = workerUrl

/**
 * Draws the first pages, one after the other. Waits for `use` before it draws the next.
 * @throws PdfError
 */
export async function drawPages(
  data: Uint8Array<ArrayBuffer>,
  use: (page: ImageBitmap) => Promise<void>,
): Promise<void> {
  const loading = getDocument({
    data,
    isEvalSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    // Letters are drawn as shapes: the page's policy allows no fonts but its own.
    disableFontFace: true,
    maxImageSize: MAX_PIXELS,
    enableXfa: false,
    verbosity: 0,
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void loading.destroy()
  }, MAX_MS)
  try {
    const pdf = await loading.promise
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number++) await use(await drawPage(pdf, number))
  } catch (failure) {
    throw new PdfError(isLate ? 'too_large' : causeOf(failure as Error))
  } finally {
    clearTimeout(timer)
    await loading.destroy()
  }
}

async function drawPage(pdf: PDFDocumentProxy, number: number): Promise<ImageBitmap> {
  const page = await pdf.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: Math.min(SCALE, MAX_SIDE / Math.max(width, height)) })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.ceil(viewport.width))
  canvas.height = Math.max(1, Math.ceil(viewport.height))
  try {
    await page.render({ canvas, viewport, background: '#fff' }).promise
    return await createImageBitmap(canvas)
  } finally {
    page.cleanup()
    // Safari keeps the memory of a canvas for long.
    canvas.width = 0
  }
}

/** The library names its errors. That its worker did not load, it only says in words. */
function causeOf({ name, message }: Error): FindFailure {
  if (name === 'PasswordException') return 'protected'
  return /fake worker/i.test(message) ? 'unloaded' : 'damaged'
}

import type { CodeFormat } from '#domain/bookings/read-booking.ts'
import { drawCode } from '../draw-code.ts'

/* Pictures and PDFs of codes, as people have them on their phones. */

/** The items of a BCBP (IATA resolution 792) of four flights, with what airlines add: about 600 characters. */
export const FOUR_LEGS = ['YYZYULAC 0404', 'YULLISTP 0258', 'LISYULTP 0259', 'YULYYZAC 0425']
  .map((leg, at) => {
    const [start, ends] = at === 0 ? ['M4SOUSA/ANA CRISTINA  EABC123 ', '>60B'] : ['XYZ12A ', '']
    return `${start}${leg} 326J0${at + 1}2A00${at + 1}0 1${ends}${'0014 1234567890 AC 9876543210'.padEnd(108, '*AB30600000K09')}`
  })
  .join('')

/** Draws a code on a canvas. @param pixels how wide each unit of the drawing is */
export function paintCode(format: CodeFormat, text: string, pixels = 3): HTMLCanvasElement {
  const drawing = drawCode(format, text)
  if ('failure' in drawing) throw new Error(drawing.failure)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(drawing.width * pixels)
  canvas.height = Math.round(drawing.height * pixels)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(pixels, pixels)
  context.fillStyle = '#000'
  context.fill(new Path2D(drawing.path), 'evenodd')
  return canvas
}

export const encodePicture = (canvas: HTMLCanvasElement, type = 'image/png'): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Not encoded'))), type, 0.9),
  )

/** A PDF with one picture on each page (A4), or an empty page. @param extra entries of its trailer */
export async function makePdf(pages: readonly (HTMLCanvasElement | undefined)[], extra = ''): Promise<Blob> {
  const objects: (string | Blob)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    [`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${3 + at * 3} 0 R`).join(' ')}] >>`],
  ]
  for (const [at, canvas] of pages.entries()) {
    const id = 3 + at * 3
    const own = `/Resources << /XObject << /P ${id + 2} 0 R >> >> /Contents ${id + 1} 0 R`
    objects.push([`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${own} >>`])
    const drawing = canvas ? `q 220 0 0 ${(220 * canvas.height) / canvas.width} 60 500 cm /P Do Q` : ''
    objects.push([`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`])
    const jpeg = await encodePicture(canvas ?? document.createElement('canvas'), 'image/jpeg')
    const size = `/Width ${canvas?.width ?? 300} /Height ${canvas?.height ?? 150} /ColorSpace /DeviceRGB`
    const head = `<< /Type /XObject /Subtype /Image ${size} /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.size} >>`
    objects.push([`${head}\nstream\n`, jpeg, '\nendstream'])
  }
  let file = new Blob(['%PDF-1.4\n'])
  const offsets = objects.map((parts, at) => {
    const offset = file.size
    file = new Blob([file, `${at + 1} 0 obj\n`, ...parts, '\nendobj\n'])
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${extra} >>\nstartxref\n${file.size}\n%%EOF\n`
  return new Blob([file, table, trailer], { type: 'application/pdf' })
}

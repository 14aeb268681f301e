/** A file that a test selects in the browser. */
export interface TestFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Builds a one-page PDF with a line of text, padded to `bytes` by a comment if given. */
export function buildPdf(line: string, bytes?: number): Buffer {
  const text = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const write = (comment: string) => {
    let body = `%PDF-1.4\n${comment}`
    const offsets = objects.map((object, index) => {
      const offset = body.length
      body += `${index + 1} 0 obj\n${object}\nendobj\n`
      return `${String(offset).padStart(10, '0')} 00000 n \n`
    })
    const trailer = `trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${String(body.length).padStart(8, '0')}\n%%EOF\n`
    return `${body}xref\n0 6\n0000000000 65535 f \n${offsets.join('')}${trailer}`
  }
  const missing = bytes === undefined ? 0 : bytes - write('%\n').length
  return Buffer.from(write(bytes === undefined ? '' : `%${'.'.repeat(missing)}\n`), 'latin1')
}

/** One forest-green pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOwz/YHAAHmAPo41bfNAAAAAElFTkSuQmCC',
  'base64',
)

/** One white pixel. */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
)

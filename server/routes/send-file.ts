import type { Context } from 'hono'
import type { ShownFile } from '../documents/document-store.ts'
import type { ByteRange } from '../documents/file-store.ts'
import { parseRange } from '../http/byte-range.ts'
import { inlineDisposition, savedDisposition } from '../http/content-disposition.ts'
import type { AppEnv } from '../http/context.ts'
import { fileHeaders } from '../http/security-headers.ts'

/**
 * Answers with an uploaded file, a range of it, or nothing if the browser has it.
 * @param isImmutable whether a browser that has it never asks again
 * @param isSaved whether a browser saves it, and does not show it
 */
export async function sendFile(
  c: Context<AppEnv>,
  file: Omit<ShownFile, 'path'>,
  open: (range: ByteRange) => Promise<ReadableStream<Uint8Array>>,
  { isImmutable = false, isSaved = false } = {},
) {
  const headers: Record<string, string> = {
    ...fileHeaders(file.type),
    'Content-Type': file.type,
    'Content-Disposition': isSaved ? savedDisposition(file.name) : inlineDisposition(file.name),
    // Normally revalidated every time, since access can change; an unchanged file is not sent again.
    'Cache-Control': isImmutable ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'Accept-Ranges': 'bytes',
    ETag: file.tag,
  }
  if (c.req.header('if-none-match')?.includes(file.tag)) return c.body(null, 304, headers)
  const ifRange = c.req.header('if-range')
  const range = ifRange === undefined || ifRange === file.tag ? parseRange(c.req.header('range'), file.size) : undefined
  if (range === 'none') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${file.size}` })

  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  headers['Content-Length'] = String(end - start + 1)
  if (range) headers['Content-Range'] = `bytes ${start}-${end}/${file.size}`
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD') return c.body(null, status, headers)
  return c.body(await open({ start, end }), status, headers)
}

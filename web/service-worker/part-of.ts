/**
 * Applies a Range header to a complete response. Returns the response unchanged if there is no header, or if it is not
 * a single byte range.
 */
export async function applyRange(whole: Response, range: string | null): Promise<Response> {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return whole
  const bytes = await whole.blob()
  const start = from === '' ? Math.max(0, bytes.size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? bytes.size - 1 : Math.min(Number(to), bytes.size - 1)
  if (start > end) return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${bytes.size}` } })
  const headers = new Headers(whole.headers)
  headers.set('Content-Range', `bytes ${start}-${end}/${bytes.size}`)
  headers.set('Content-Length', String(end - start + 1))
  return new Response(bytes.slice(start, end + 1), { status: 206, headers })
}

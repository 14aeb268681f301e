/* What other services answer: no more of it is read than this server can hold. */

const MAX_BYTES = 256 * 1024

/**
 * The JSON of a response; undefined if it is none, or longer than 256 kB.
 * @throws what `fetch` throws if the response breaks off
 */
export async function readJsonResponse(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the rest.
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * How long a service asks to be left alone, in seconds; undefined if it doesn't say. Of the two forms of Retry-After,
 * only seconds are used: a date needs the same clock on both sides.
 */
export function retryAfterSeconds({ headers }: Response): number | undefined {
  const text = headers.get('retry-after')
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

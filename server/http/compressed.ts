import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Below this many characters, compressing costs more than it saves. */
const WORTHWHILE = 1000
/** What is longer is one buffer for all who ask for it as it is, however many have not read it yet. */
const SHARED = 100_000

export interface Encoded {
  body: string | Uint8Array<ArrayBuffer>
  encoding?: 'br' | 'gzip'
}

/** Answers, compressed where that is asked for, by what they are a version of, so that the same bytes are made once. At most 32 MB. */
export class CompressedAnswers {
  readonly #kept = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: (bytes) => bytes.length,
  })

  /** The answer of this key in the best encoding that the request accepts, when it is kept. */
  find(key: string, accepted: string | undefined): Encoded | undefined {
    const encoding = bestEncoding(accepted)
    const body = this.#kept.get(`${encoding} ${key}`)
    return body && { body, ...(encoding && { encoding }) }
  }

  /**
   * Compresses a body and keeps it.
   * @param key names this body; the same key always means the same body
   * @param accepted the request's Accept-Encoding
   */
  async encode(key: string, accepted: string | undefined, body: string): Promise<Encoded> {
    const encoding = bestEncoding(accepted)
    if (body.length < (encoding ? WORTHWHILE : SHARED)) return { body }
    const bytes = new Uint8Array(await compress(body, encoding))
    this.#kept.set(`${encoding} ${key}`, bytes)
    return { body: bytes, ...(encoding && { encoding }) }
  }
}

async function compress(body: string, encoding: 'br' | 'gzip' | undefined): Promise<Uint8Array> {
  if (!encoding) return new TextEncoder().encode(body)
  return encoding === 'br' ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : gzipped(body)
}

/** The best encoding that the browser takes; undefined for none. */
export function bestEncoding(accepted: string | undefined): 'br' | 'gzip' | undefined {
  if (!accepted) return undefined
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

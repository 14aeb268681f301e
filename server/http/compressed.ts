import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compressing shorter bodies costs more than it saves. */
const MIN_COMPRESSED_LENGTH = 1000
/** A longer body is cached even without compression: all slow readers then share one buffer. */
const MIN_SHARED_LENGTH = 100_000

export interface Encoded {
  body: string | Uint8Array<ArrayBuffer>
  encoding?: 'br' | 'gzip'
}

/** Compressed responses, cached by key so that each is compressed once. At most 32 MB. */
export class CompressedResponses {
  readonly #cache = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: (bytes) => bytes.length,
  })

  find(key: string, accepted: string | undefined): Encoded | undefined {
    const encoding = bestEncoding(accepted)
    const body = this.#cache.get(`${encoding} ${key}`)
    return body && { body, ...(encoding && { encoding }) }
  }

  /**
   * @param key identifies this body: the same key always means the same body
   * @param accepted the request's Accept-Encoding
   */
  async encode(key: string, accepted: string | undefined, body: string): Promise<Encoded> {
    const encoding = bestEncoding(accepted)
    if (body.length < (encoding ? MIN_COMPRESSED_LENGTH : MIN_SHARED_LENGTH)) return { body }
    const bytes = new Uint8Array(await compress(body, encoding))
    this.#cache.set(`${encoding} ${key}`, bytes)
    return { body: bytes, ...(encoding && { encoding }) }
  }
}

async function compress(body: string, encoding: 'br' | 'gzip' | undefined): Promise<Uint8Array> {
  if (!encoding) return new TextEncoder().encode(body)
  return encoding === 'br' ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : gzipped(body)
}

export function bestEncoding(accepted: string | undefined): 'br' | 'gzip' | undefined {
  if (!accepted) return undefined
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

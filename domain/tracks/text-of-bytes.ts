/** Part of every browser, worker and Node.js, but not of the language. */
declare const TextDecoder: new (label: string) => Decoder

interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string
}

/** Small, so that no more than a part of a file is in memory as text. */
const PART = 64 * 1024
const MOST_REPORTS = 100

/** By the byte order mark, by zeros beside the first letter, or by the XML declaration. UTF-8 if there is none. */
export function decoderOf(bytes: Uint8Array): Decoder {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return new TextDecoder('utf-16le')
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return new TextDecoder('utf-16be')
  const start = String.fromCharCode(...bytes.subarray(0, 200))
  const declared = /<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1] ?? 'utf-8'
  try {
    // A file of single bytes that declares UTF-16 was converted without its declaration.
    return new TextDecoder(/^utf-?16/i.test(declared) ? 'utf-8' : declared)
  } catch {
    // An encoding that nobody knows.
    return new TextDecoder('utf-8')
  }
}

/** The text of a file in parts. `onProgress` gets the share that was taken. */
export function* decoded(bytes: Uint8Array, onProgress: (share: number) => void): Generator<string> {
  const decoder = decoderOf(bytes)
  let reports = 0
  for (let start = 0; start < bytes.length; start += PART) {
    yield decoder.decode(bytes.subarray(start, start + PART), { stream: true })
    const share = Math.min(1, (start + PART) / bytes.length)
    if (Math.floor(share * MOST_REPORTS) === reports) continue
    reports = Math.floor(share * MOST_REPORTS)
    onProgress(share)
  }
  yield decoder.decode()
}

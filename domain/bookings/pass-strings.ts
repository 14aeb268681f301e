import { strFromU8 } from 'fflate'
import { decoderOf } from '../tracks/text-of-bytes.ts'

/** Enough for the words of a pass. */
const MAX_CHARACTERS = 200_000

const SKIPPED = /(?:\s|\/\*[\s\S]*?\*\/|\/\/.*)*/y
const PAIR = /(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([\w.@-]+))\s*=\s*"([^"\\]*(?:\\.[^"\\]*)*)"\s*;?/sy

/**
 * The words of a pass in one language: `"gate" = "Gate";`. Apple wants UTF-16, but UTF-8 and ISO 8859-1 are frequent.
 * What follows a mistake is not read.
 */
export function readPassStrings(bytes: Uint8Array): Map<string, string> {
  const text = textOf(bytes).slice(0, MAX_CHARACTERS)
  const words = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    SKIPPED.lastIndex = at
    SKIPPED.exec(text)
    PAIR.lastIndex = Math.max(at, SKIPPED.lastIndex)
    const pair = PAIR.exec(text)
    if (pair === null) break
    words.set(unescaped(pair[1] ?? pair[2] ?? ''), unescaped(pair[3] ?? ''))
    at = PAIR.lastIndex
  }
  return words
}

function textOf(bytes: Uint8Array): string {
  const text = decoderOf(bytes).decode(bytes)
  // These are no bytes of UTF-8.
  return text.includes('\ufffd') ? strFromU8(bytes, true) : text
}

const unescaped = (text: string): string =>
  text.replace(/\\(?:U([\da-f]{4})|(.))/gis, (_, code?: string, letter?: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    return letter === 'n' || letter === 'r' || letter === 't' ? ' ' : (letter ?? '')
  })

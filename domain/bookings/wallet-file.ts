import { Unzip, type UnzipFile, UnzipInflate } from 'fflate'
import { decoderOf } from '../tracks/text-of-bytes.ts'
import { joinParts, UNZIP_PART } from '../unzip-parts.ts'
import { readPassStrings } from './pass-strings.ts'
import type { ReadFailure } from './read-booking.ts'

/*
 * Opens an Apple Wallet pass, a ZIP file.
 * Job: unpack what it says and its words in English, and nothing else.
 * Invariants: whatever its headers say, no more is unpacked than the limits allow.
 * Failure: says why. Words that are damaged are left out.
 */

const MAX_FILE_BYTES = 5_000_000
const MAX_ENTRIES = 200
const MAX_UNPACKED_BYTES = 2_000_000
/** Of all files together: the words in many languages. */
const MAX_ALL_BYTES = 8_000_000

const PASS = 'pass.json'
const WORDS = /^[\w-]{2,20}\.lproj\/pass\.strings$/i
const ENGLISH = /^en(?:glish|[-_]\w+)?\.lproj\//i

export interface WalletFile {
  pass: Readonly<Record<string, unknown>>
  /** What the texts of the pass stand for, in English or the language that it has. */
  words: ReadonlyMap<string, string>
}

export function openWalletFile(bytes: Uint8Array): WalletFile | { failure: ReadFailure } {
  if (bytes.length > MAX_FILE_BYTES) return { failure: 'too_large' }
  const files = unpack(bytes)
  if (typeof files === 'string') return { failure: files }
  const pass = parsePass(files.get(PASS))
  if (pass === undefined) return { failure: 'damaged' }
  const languages = [...files.keys()].filter((name) => name !== PASS)
  const language = languages.find((name) => ENGLISH.test(name)) ?? languages[0]
  return { pass, words: readPassStrings(files.get(language ?? '') ?? new Uint8Array()) }
}

function parsePass(bytes: Uint8Array | undefined): Record<string, unknown> | undefined {
  if (bytes === undefined) return undefined
  try {
    const pass: unknown = JSON.parse(decoderOf(bytes).decode(bytes))
    return typeof pass === 'object' && pass !== null && !Array.isArray(pass) ? { ...pass } : undefined
  } catch {
    return undefined
  }
}

/** The files that are wanted and complete, by name; the first of each name. */
function unpack(bytes: Uint8Array): Map<string, Uint8Array> | 'damaged' | 'too_large' {
  const files = new Map<string, Uint8Array>()
  let entries = 0
  let all = 0
  let isTooLarge = false
  const collect = (file: UnzipFile) => {
    const parts: Uint8Array[] = []
    let size = 0
    file.ondata = (error, part, isLast) => {
      if (error || isTooLarge || files.has(file.name)) return
      size += part.length
      all += part.length
      isTooLarge = size > MAX_UNPACKED_BYTES || all > MAX_ALL_BYTES
      parts.push(part)
      if (isLast) files.set(file.name, joinParts(parts, size))
    }
    file.start()
  }
  const unzip = new Unzip((file) => {
    entries++
    if (!isTooLarge && (file.name === PASS || WORDS.test(file.name))) collect(file)
  })
  unzip.register(UnzipInflate)
  for (let start = 0; start < bytes.length; start += UNZIP_PART) {
    try {
      unzip.push(bytes.subarray(start, start + UNZIP_PART), start + UNZIP_PART >= bytes.length)
    } catch {
      // The archive itself is damaged, perhaps behind what is wanted.
      return isTooLarge ? 'too_large' : files.has(PASS) ? files : 'damaged'
    }
    if (isTooLarge || entries > MAX_ENTRIES) return 'too_large'
  }
  return files
}

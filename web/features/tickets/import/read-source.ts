import type { ReadBooking, ReadFailure } from '#domain/bookings/read-booking.ts'
import {
  type FileForm,
  FORM_BYTES,
  formOfFile,
  formOfText,
  MAX_READ_BYTES,
  readFile,
  type TextForm,
} from '#domain/bookings/read-file.ts'
import { bookingFileRules, refusalOf } from '#domain/documents.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { bytesOf } from '#web/browser/bytes-of.ts'
import type { FindResult, FoundCode } from '#web/trip-core/codes/code-finder.ts'
import { findCodes, findInOtherPicture } from '#web/trip-core/codes/find-codes.ts'

/*
 * Reads a file, a pasted text or a scanned code on this device.
 * Job: find the bookings in it and in the files that a mail has, and the codes that are no boarding passes.
 * Invariants: sizes are checked before anything is read. Readers load when the first file needs them.
 * Failure: it never rejects, and says why there is nothing. A reader that fails in a way it should not means that the
 *   file is damaged.
 */

/** Each is imported here first, so that a missing one is told from one that fails. */
const readers = {
  code: () => import('#domain/bookings/read-boarding-pass.ts'),
  pass: () => import('#domain/bookings/read-wallet-pass.ts'),
  calendar: () => import('#domain/bookings/read-calendar.ts'),
  mail: () => import('#domain/bookings/read-mail.ts'),
}

class UnloadedError extends Error {}

/** @throws UnloadedError */
async function load(form: keyof typeof readers): Promise<void> {
  try {
    await readers[form]()
  } catch {
    throw new UnloadedError()
  }
}

const failureOf = (error: unknown) => (error instanceof UnloadedError ? 'unloaded' : 'damaged')

/** `unloaded`: the reader did not load. `unreadable`: the device did not give the file. */
export type SourceFailure =
  | ReadFailure
  | 'protected'
  | 'unloaded'
  | 'unreadable'
  | 'heic'
  | 'other_picture'
  | 'msg'
  | 'unknown'

export type Source = File | string | FoundCode

export interface ReadSource {
  form: FileForm | TextForm
  bookings: readonly ReadBooking[]
  /** Codes that are no boarding passes. */
  codes: readonly FoundCode[]
  /** Why there is neither. */
  failure: SourceFailure | undefined
  /** The host name of the sender of a mail; '' if unknown. */
  sender: string
  subject: string
  /** The files of a mail that could not be read. */
  missed: readonly string[]
  /** What can be stored as a document of the trip. */
  file: File | undefined
}

/** Of a mail. */
const MAX_PICTURES = 5

interface Options {
  near: LocalDate
}

const nothing: ReadSource = {
  form: 'unknown',
  bookings: [],
  codes: [],
  failure: 'nothing',
  sender: '',
  subject: '',
  missed: [],
  file: undefined,
}

export async function readSource(source: Source, options: Options): Promise<ReadSource> {
  try {
    if (source instanceof File) return await readChosen(source, options)
    if (typeof source === 'string') return await readText(source, options)
    return { ...nothing, form: 'code', ...(await readCodes([source], options)) }
  } catch (error) {
    return { ...nothing, failure: failureOf(error) }
  }
}

async function readChosen(file: File, options: Options): Promise<ReadSource> {
  const start = await bytesOf(file.slice(0, FORM_BYTES))
  if (!start) return { ...nothing, failure: 'unreadable' }
  const form = formOfFile(start)
  const common = { ...nothing, form, file: refusalOf(bookingFileRules, start, file.size) ? undefined : file }
  try {
    return { ...common, ...(await readForm(form, file, options)) }
  } catch (error) {
    return { ...common, failure: failureOf(error) }
  }
}

async function readForm(form: FileForm, file: File, options: Options): Promise<Partial<ReadSource>> {
  switch (form) {
    case 'msg':
    case 'unknown':
      return { failure: form }
    case 'heic':
    case 'other_picture': {
      const found = await findInOtherPicture(file)
      return found === 'unopened' ? { failure: form } : readFound(found, options)
    }
    case 'picture':
    case 'pdf':
      return readFound(await findCodes(file), options)
    default: {
      if (file.size > MAX_READ_BYTES) return { failure: 'too_large' }
      const bytes = await bytesOf(file)
      return bytes ? readWritten(form, bytes, options) : { failure: 'unreadable' }
    }
  }
}

async function readText(text: string, options: Options): Promise<ReadSource> {
  const form = formOfText(text)
  const read = await readWritten(form, text, options)
  return { ...nothing, form, ...read, file: form === 'mail' && read.sender !== '' ? mailFile(text, read) : undefined }
}

/** The source of a mail as a file, unless it cannot be stored. */
function mailFile(text: string, { subject, sender }: { subject: string; sender: string }): File | undefined {
  const bytes = new TextEncoder().encode(text.trimStart())
  if (refusalOf(bookingFileRules, bytes.subarray(0, FORM_BYTES), bytes.length)) return undefined
  return new File([bytes], `${subject || sender}.eml`, { type: 'message/rfc822' })
}

type Found = Pick<ReadSource, 'bookings' | 'codes' | 'failure'>

async function readWritten(
  form: 'code' | 'pass' | 'calendar' | 'mail',
  content: Uint8Array | string,
  options: Options,
) {
  await load(form)
  const { result, subject, sender, attachments } = await readFile(form, content, options)
  const own = 'bookings' in result ? result.bookings : []
  const [bookings, codes, missed]: [ReadBooking[], FoundCode[], string[]] = [[...own], [], []]
  const documents = attachments.filter(({ type }) => !type.startsWith('image/'))
  // Most pictures in mails are ornaments, and each takes a while.
  const isPictured = own.length === 0 && documents.length === 0
  for (const { name, type, bytes } of isPictured ? attachments.slice(0, MAX_PICTURES) : documents) {
    const read = await readAttachment(type, bytes, options).catch(() => undefined)
    if (!read || read.failure === 'unloaded') missed.push(name)
    bookings.push(...(read?.bookings ?? []))
    // Pictures in mails have codes of all kinds: addresses, surveys, apps.
    if (type === 'application/pdf') codes.push(...(read?.codes ?? []))
  }
  const isFound = bookings.length > 0 || codes.length > 0
  const failure = isFound ? undefined : 'failure' in result ? result.failure : 'nothing'
  return { bookings, codes: bookings.length > 0 ? [] : codes, failure, subject, sender, missed }
}

async function readAttachment(type: string, bytes: Uint8Array, options: Options): Promise<Found> {
  if (type !== 'application/vnd.apple.pkpass')
    return readFound(await findCodes(new Blob([bytes as Uint8Array<ArrayBuffer>], { type })), options)
  await load('pass')
  const { result } = await readFile('pass', bytes, options)
  return 'bookings' in result
    ? { bookings: result.bookings, codes: [], failure: undefined }
    : { bookings: [], codes: [], failure: result.failure }
}

const readFound = async (found: FindResult, options: Options): Promise<Found> =>
  'codes' in found ? readCodes(found.codes, options) : { bookings: [], codes: [], failure: found.failure }

async function readCodes(found: readonly FoundCode[], { near }: Options): Promise<Found> {
  await load('code')
  const { readBoardingPass } = await readers.code()
  const [bookings, codes]: [ReadBooking[], FoundCode[]] = [[], []]
  for (const code of found) {
    const result = readBoardingPass(code.text, { near, format: code.format })
    if ('bookings' in result) bookings.push(...result.bookings)
    else codes.push(code)
  }
  return { bookings, codes, failure: undefined }
}

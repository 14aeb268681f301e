import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { cleanFileName } from '../file-name.ts'
import { daysBetween } from '../local-date.ts'
import { decoderOf } from '../tracks/text-of-bytes.ts'
import { plainLine } from './plain-line.ts'
import type { ReadBooking, ReadFailure, ReadResult, ReadSegment } from './read-booking.ts'
import { readCalendar, readCalendars } from './read-calendar.ts'
import { readReservationsIn } from './read-reservations.ts'

/*
 * Bookings in a mail: a file, its source, or the HTML that somebody copied.
 * Job: what the mail and the mails that it forwards say for mail programs, the calendar files in them, and the files
 * that the caller can read further.
 * Failure: it never throws. Limits keep a mail that was made to take long from doing so.
 */

export interface ReadMail {
  result: ReadResult
  subject: string
  /** The host name of the sender's address: 'aircanada.com'; '' if unknown. */
  sender: string
  /** PDFs and passes, then pictures. */
  attachments: readonly MailAttachment[]
}

export interface MailAttachment {
  name: string
  type: AttachmentType
  bytes: Uint8Array
}

export type AttachmentType = 'application/pdf' | 'application/vnd.apple.pkpass' | 'image/png' | 'image/jpeg'

export const MAX_MAIL_BYTES = 25 * 1024 * 1024
/** Base64 has 350,000 lines in 25 MB. */
const MAX_LINES = 600_000
/** Lines that begin as those between parts do. Each part takes the parser a while. */
const MAX_SEPARATORS = 5_000
const MAX_ATTACHMENTS = 20
const MAX_CALENDARS = 20
const MAX_MESSAGES = 20
const MAX_FORWARDS = 5
const MAX_HTML = 10_000_000
const MAX_HEADERS = 1024 * 1024
const MAX_NESTED_PARTS = 50

export async function readMail(mail: Uint8Array | string): Promise<ReadMail> {
  if (mail.length > MAX_MAIL_BYTES) return failed('too_large')
  const start = typeof mail === 'string' ? mail.slice(0, SNIFFED) : latin1Of(mail.subarray(0, SNIFFED))
  if (!isMailSource(start)) return readOther(typeof mail === 'string' ? mail : textOf(mail), start)
  const bytes = typeof mail === 'string' ? new TextEncoder().encode(withTrueCharsets(mail)) : mail
  if (hasTooManyLines(bytes)) return failed('too_large')
  const found: Found = { documents: [], calendars: [], attachments: [], messages: 0, htmlLength: 0 }
  let message: Email | undefined
  try {
    message = await readMessage(bytes.subarray(prefixLength(start)), found, 0)
  } catch {
    // The parser's only errors are its limits.
    return failed('too_large')
  }
  return {
    result: joinResults(readReservationsIn(found.documents), readCalendars(found.calendars)),
    subject: plainLine(message?.subject ?? ''),
    sender: hostOf(message?.from?.address ?? ''),
    attachments: found.attachments
      .toSorted((one, other) => Number(isPicture(one)) - Number(isPicture(other)))
      .slice(0, MAX_ATTACHMENTS),
  }
}

declare const TextEncoder: new () => { encode(text: string): Uint8Array }

const failed = (failure: ReadFailure): ReadMail => ({ result: { failure }, subject: '', sender: '', attachments: [] })

const isPicture = ({ type }: MailAttachment) => type.startsWith('image/')

/* What it is */

const LINE_FEED = 0x0a
const HYPHEN = 0x2d

const SNIFFED = 20_000
/** What may be before a mail: empty lines, the byte order mark, and the separator of a mailbox file. */
const PREFIX = /^(?:\s|\ufeff|\u00ef\u00bb\u00bf)*(?:>?From [^\r\n]*\r?\n)?/
const HEADER =
  /^(?:from|to|subject|date|received|mime-version|content-type|message-id|return-path|delivered-to|reply-to|sender):/im

function isMailSource(start: string): boolean {
  const source = start.replace(PREFIX, '')
  const [headers = ''] = source.split(/\r?\n\r?\n/, 1)
  return /^[\w-]+:/.test(source) && HEADER.test(headers)
}

/** Only of use for bytes: in a text, the byte order mark has three. */
function prefixLength(start: string): number {
  const prefix = PREFIX.exec(start)?.[0] ?? ''
  return /[^\0-\u00ff]/.test(prefix) ? new TextEncoder().encode(prefix).length : prefix.length
}

function readOther(text: string, start: string): ReadMail {
  if (/^\s*\ufeff?BEGIN:VCALENDAR/i.test(start)) return { ...failed('nothing'), result: readCalendar(text) }
  return {
    ...failed('nothing'),
    result: joinResults(readReservationsIn([text.slice(0, MAX_HTML)]), { failure: 'nothing' }),
  }
}

const textOf = (bytes: Uint8Array): string => decoderOf(bytes).decode(bytes)

function latin1Of(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** Of a text, the characters are known already: parts that are not encoded become UTF-8, whatever they declare. */
function withTrueCharsets(source: string): string {
  if (!/[^\0-\x7f]/.test(source)) return source
  return source
    .split(/(\r?\n\r?\n)/)
    .map((block) =>
      /^content-type:/im.test(block) && !/^content-transfer-encoding:\s*["']?(?:base64|quoted-printable)/im.test(block)
        ? block.replace(/(;\s*charset=)(?:"[^"\r\n]*"|[^\s;]+)/gi, '$1utf-8')
        : block,
    )
    .join('')
}

function hasTooManyLines(bytes: Uint8Array): boolean {
  let [lines, separators] = [0, 0]
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    lines++
    if (bytes[at + 1] === HYPHEN && bytes[at + 2] === HYPHEN) separators++
    if (lines > MAX_LINES || separators > MAX_SEPARATORS) return true
  }
  return false
}

/* What is in it */

interface Found {
  documents: string[]
  calendars: string[]
  attachments: MailAttachment[]
  messages: number
  htmlLength: number
}

async function readMessage(bytes: Uint8Array, found: Found, depth: number): Promise<Email | undefined> {
  found.messages++
  const message = await PostalMime.parse(bytes, {
    // The parser's own way ends their HTML with that of the mail around them.
    forceRfc822Attachments: true,
    maxHeadersSize: MAX_HEADERS,
    maxNestingDepth: MAX_NESTED_PARTS,
  })
  addDocument(message.html ?? '', found)
  for (const attachment of message.attachments) await readAttachment(attachment, found, depth)
  return message
}

function addDocument(html: string, found: Found): void {
  if (html === '' || found.htmlLength + html.length > MAX_HTML) return
  found.htmlLength += html.length
  found.documents.push(html)
}

async function readAttachment(attachment: Attachment, found: Found, depth: number): Promise<void> {
  const { content, mimeType } = attachment
  if (typeof content === 'string') return
  const bytes = content instanceof Uint8Array ? content : new Uint8Array(content)
  const name = attachment.filename ?? ''
  if (mimeType === 'message/rfc822' || /\.eml$/i.test(name)) {
    if (depth >= MAX_FORWARDS || found.messages >= MAX_MESSAGES) return
    const start = latin1Of(bytes.subarray(0, SNIFFED))
    if (isMailSource(start)) await readMessage(bytes.subarray(prefixLength(start)), found, depth + 1)
  } else if (/^(?:text\/calendar|application\/ics)$/.test(mimeType) || /\.(?:ics|vcs)$/i.test(name)) {
    if (found.calendars.length < MAX_CALENDARS) found.calendars.push(textOf(bytes))
  } else if (mimeType === 'text/html') {
    addDocument(textOf(bytes), found)
  } else {
    const type = typeOf(bytes, mimeType, name)
    if (type) found.attachments.push({ name: nameOf(name, type), type, bytes })
  }
}

/** By its first bytes: mail programs declare any type. */
function typeOf(bytes: Uint8Array, mimeType: string, name: string): AttachmentType | undefined {
  const start = latin1Of(bytes.subarray(0, 1024))
  if (start.includes('%PDF-')) return 'application/pdf'
  if (start.startsWith('\u0089PNG')) return 'image/png'
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg'
  const isPass = mimeType === 'application/vnd.apple.pkpass' || /\.pkpass$/i.test(name)
  return isPass && start.startsWith('PK') ? 'application/vnd.apple.pkpass' : undefined
}

const EXTENSIONS: Record<AttachmentType, string> = {
  'application/pdf': 'pdf',
  'application/vnd.apple.pkpass': 'pkpass',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

const nameOf = (name: string, type: AttachmentType) =>
  cleanFileName(name === '' ? `document.${EXTENSIONS[type]}` : name.slice(0, 1000))

/** 'mail.aircanada.com' of 'noreply@mail.aircanada.com'. */
function hostOf(address: string): string {
  const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return address.includes('@') && /^(?=.{1,253}$)[\p{L}\d-]+(?:\.[\p{L}\d-]+)+$/u.test(host) ? host : ''
}

/* Both sources */

/** What the mail says itself is more exact, so the calendar adds only flights that it does not have. */
function joinResults(own: readonly ReadBooking[], calendar: ReadResult): ReadResult {
  const others = 'bookings' in calendar ? calendar.bookings : []
  const known = own.flatMap(({ segments }) => segments)
  const added = others.flatMap((booking) => {
    if (own.length === 0) return [booking]
    const segments = booking.segments.filter((segment) => !known.some((other) => isSameRide(segment, other)))
    return segments.length > 0 ? [{ ...booking, segments }] : []
  })
  const bookings = [...own, ...added]
  if (bookings.length > 0) return { bookings }
  return 'failure' in calendar ? calendar : { failure: 'nothing' }
}

function isSameRide(one: ReadSegment, other: ReadSegment): boolean {
  const [date, otherDate] = [one.departs.date, other.departs.date]
  const isCode = ({ carrier }: ReadSegment) => carrier.length === 2
  const isSameNumber = one.number === other.number && (one.carrier === other.carrier || !isCode(one) || !isCode(other))
  // One of them may be UTC's date.
  return isSameNumber && date !== '' && otherDate !== '' && Math.abs(daysBetween(date, otherDate)) <= 1
}

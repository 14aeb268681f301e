import { findKind, isHeic, KIND_BYTES } from '../documents.ts'
import type { LocalDate } from '../local-date.ts'
import { decoderOf } from '../tracks/text-of-bytes.ts'
import { isBoardingPassCode } from './boarding-pass-layout.ts'
import type { ReadResult } from './read-booking.ts'
import type { ReadMail } from './read-mail.ts'

/*
 * What a file or a pasted text is, and which reader it is for.
 * Job: tell by the content, as names and types of files are often wrong, and load only the reader that is needed.
 * Invariants: a few first bytes decide, so that a large file is refused before it is read.
 * Failure: it rejects only if a reader did not load. What cannot be read is a result.
 */

/** `picture` and `pdf`: their codes have to be found first. `msg`: a mail as Outlook saves it. */
export type FileForm = 'picture' | 'heic' | 'other_picture' | 'pdf' | 'pass' | 'calendar' | 'mail' | 'msg' | 'unknown'

/** `code`: the text of a boarding pass. */
export type TextForm = 'code' | 'calendar' | 'mail'

/** How many first bytes of a file decide. */
export const FORM_BYTES = KIND_BYTES + 16
/** More is not read. Those who search pictures and PDFs for codes have limits of their own. */
export const MAX_READ_BYTES = 25 * 1024 * 1024

/** @param start its first FORM_BYTES */
export function formOfFile(start: Uint8Array): FileForm {
  const kind = findKind(start)
  if (kind) return kind.type === 'application/pdf' ? 'pdf' : 'picture'
  if (isHeic(start)) return 'heic'
  const text = latin1Of(start)
  if (/^(?:GIF8|RIFF.{4}WEBP|.{4}ftypavi[fs])/s.test(text)) return 'other_picture'
  if (text.startsWith('PK\x03\x04') || text.startsWith('PK\x05\x06')) return 'pass'
  if (text.startsWith('\xd0\xcf\x11\xe0')) return 'msg'
  // Only texts in UTF-16 have zeros.
  const isUtf16 = /^(?:\xff\xfe|\xfe\xff|[^\0]\0[^\0]\0|\0[^\0]\0[^\0])/.test(text)
  if (!isUtf16 && text.includes('\0')) return 'unknown'
  return isCalendar(decoderOf(start).decode(start)) ? 'calendar' : 'mail'
}

export function formOfText(text: string): TextForm {
  if (isBoardingPassCode(text.trim()) && !/[\r\n]/.test(text.trim())) return 'code'
  return isCalendar(text) ? 'calendar' : 'mail'
}

const isCalendar = (text: string) => /^[\s\ufeff]*BEGIN:VCALENDAR/i.test(text)

function latin1Of(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** The bookings of a pass, a calendar file or a mail, or of the text of one. */
export async function readFile(
  form: 'code' | 'pass' | 'calendar' | 'mail',
  content: Uint8Array | string,
  { near }: { near: LocalDate },
): Promise<ReadMail> {
  if (content.length > MAX_READ_BYTES) return withoutMail({ failure: 'too_large' })
  if (form === 'mail') return (await import('./read-mail.ts')).readMail(content)
  if (form === 'pass') {
    if (typeof content === 'string') return withoutMail({ failure: 'nothing' })
    return withoutMail((await import('./read-wallet-pass.ts')).readWalletPass(content, { near }))
  }
  const text = typeof content === 'string' ? content : decoderOf(content).decode(content)
  if (form === 'code')
    return withoutMail((await import('./read-boarding-pass.ts')).readBoardingPass(text.trim(), { near }))
  return withoutMail((await import('./read-calendar.ts')).readCalendar(text))
}

const withoutMail = (result: ReadResult): ReadMail => ({ result, subject: '', sender: '', attachments: [] })

import * as z from 'zod/mini'
import * as m from '#messages'
import { AppError } from './errors.ts'
import { id } from './id.ts'

/** Per document. One byte more is refused. */
export const DOCUMENT_MAX_BYTES = 10 * 1024 * 1024

/** The types that a file may have. */
export const documentTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/jpg'] as const

export const travelDocument = z.object({
  id,
  trip_id: id,
  file_name: z.string(),
  /** `/files/travel-documents/{trip id}/{timestamp}.{extension}` */
  file_url: z.string(),
  file_type: z.string(),
  description: z.string(),
  uploaded_at: z.iso.datetime(),
  /** Of the file, in bytes. */
  size: z.number(),
  /** Of the file, in hexadecimal. By it a device recognizes a file that it already has. */
  sha256: z.string(),
})
export type TravelDocument = z.infer<typeof travelDocument>

/** A kind of stored files: the type they are served as, and the extensions they are stored with. */
export interface FileKind {
  type: string
  extensions: readonly string[]
}

/** Which files may be stored as something. */
export interface FileRules {
  maxBytes: number
  /** The kind of a file, by its first KIND_BYTES; undefined if it is not allowed. */
  findKind: (start: Uint8Array) => FileKind | undefined
  tooLarge: () => AppError
  otherKind: (start: Uint8Array) => AppError
}

/**
 * Why a file may not be uploaded; undefined if it may. Checks the kind first, then the size.
 * @param start its first KIND_BYTES. Its name does not count
 */
export function refusalOf(
  { maxBytes, findKind, tooLarge, otherKind }: FileRules,
  start: Uint8Array,
  size: number,
): AppError | undefined {
  if (size === 0) return new AppError('document_empty')
  if (!findKind(start)) return otherKind(start)
  return size > maxBytes ? tooLarge() : undefined
}

/** As `refusalOf`, for travel documents, receipts and trip pictures. */
export const documentRefusal = (start: Uint8Array, size: number) => refusalOf(documentRules, start, size)

/** What programs may put before a PDF, such as the header of a mail. PDF readers skip that much too. */
const MAX_BYTES_BEFORE_PDF = 1024

/**
 * The kinds of files: their first bytes, how many others may come before these, the type they are served as, and the
 * extensions they are stored with.
 */
const kinds = [
  { type: 'image/jpeg', extensions: ['jpg', 'jpeg'], start: [0xff, 0xd8, 0xff], skips: 0 },
  { type: 'image/png', extensions: ['png'], start: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], skips: 0 },
  { type: 'application/pdf', extensions: ['pdf'], start: [0x25, 0x50, 0x44, 0x46, 0x2d], skips: MAX_BYTES_BEFORE_PDF },
] as const
export type DocumentKind = (typeof kinds)[number]

const ZIP = 'PK\x03\x04'
const CALENDAR = /^(?:\xef\xbb\xbf)?BEGIN:VCALENDAR\r?\n/i
/** A mail begins with the lines of its header. Programs put empty lines or the separator of a mailbox file before. */
const MAIL = new RegExp(
  [
    /^(?:\s|\xef\xbb\xbf)*(?:>?From [^\n]*\n)?/,
    /(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*/,
    /(?:from|to|subject|date|received|return-path|mime-version|message-id):/,
  ]
    .map(({ source }) => source)
    .join(''),
  'i',
)

/** What bookings are read from. Browsers save these files, and do not show them. */
const bookingKinds = [
  { type: 'application/vnd.apple.pkpass', extensions: ['pkpass'], isStart: (text: string) => text.startsWith(ZIP) },
  { type: 'text/calendar', extensions: ['ics'], isStart: (text: string) => CALENDAR.test(text) },
  { type: 'message/rfc822', extensions: ['eml'], isStart: (text: string) => MAIL.test(text) },
] as const
type BookingFileKind = (typeof bookingKinds)[number]

/** How many of its first bytes decide the kind of a file. */
export const KIND_BYTES = Math.max(...kinds.map(({ start, skips }) => skips + start.length))

/** The kind of a file, by its first KIND_BYTES; undefined if it is not allowed. */
export function findKind(bytes: Uint8Array): DocumentKind | undefined {
  return kinds.find(({ start, skips }) =>
    bytes.subarray(0, skips + 1).some((_, from) => start.every((byte, at) => bytes[from + at] === byte)),
  )
}

export const documentRules: FileRules = {
  maxBytes: DOCUMENT_MAX_BYTES,
  findKind,
  tooLarge: () => new AppError('document_too_large'),
  otherKind: (start) => new AppError('document_type_refused', isHeic(start) ? m.documents_heic_refused() : undefined),
}

/** As `findKind`, of what a booking may be kept as: also mails, passes and calendar files. */
export function findBookingKind(bytes: Uint8Array): DocumentKind | BookingFileKind | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, KIND_BYTES))
  return bookingKinds.find(({ isStart }) => isStart(start)) ?? findKind(bytes)
}

/** For what a booking was read from, in place of `documentRules`. */
export const bookingFileRules: FileRules = { ...documentRules, findKind: findBookingKind }

/** Whether browsers show files of this type, rather than save them. */
export const isShownType = (type: string): boolean => !bookingKinds.some((kind) => kind.type === type)

/** As `isShownType`, by the extension of a document's name. Only bookings are read from the others. */
export const isShownFile = ({ file_type }: Pick<TravelDocument, 'file_type'>): boolean =>
  isShownType(typeOfExtension(file_type) ?? '')

/** The brands of HEIC and HEIF files. They follow 'ftyp', after the four bytes of a length. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** Whether a file is a HEIC photo, by its first bytes. */
export function isHeic(bytes: Uint8Array): boolean {
  const text = String.fromCharCode(...bytes.subarray(4, 12))
  return text.startsWith('ftyp') && heicBrands.includes(text.slice(4))
}

const allKinds = [...kinds, ...bookingKinds]
type StoredType = (typeof allKinds)[number]['type']

/** A document's name with an extension of its type, so that the saved file opens as that, whatever it was called. */
export function nameOfKind(name: string, type: StoredType): string {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (typeOfExtension(extension) === type) return name
  return `${name}.${allKinds.find((kind) => kind.type === type)?.extensions[0]}`
}

/** As `nameOfKind`; the name of a file of another type stays as it is. */
export function fileNameOfType(name: string, type: string): string {
  const kind = allKinds.find((one) => one.type === type)
  return kind ? nameOfKind(name, kind.type) : name
}

/** The type that a stored file is served as, by the extension it was stored with. */
export function typeOfExtension(extension: string): StoredType | undefined {
  return allKinds.find(({ extensions }) => extensions.some((known) => known === extension))?.type
}

/** The extension that a file is stored with: its own if it belongs to its kind, otherwise the kind's first. */
export function storedExtension(fileName: string, { extensions }: FileKind): string {
  const named = fileType(fileName)
  return extensions.find((known) => known === named) ?? extensions[0] ?? named
}

/** The extension of a file name in lower case, or 'document' if it has none. */
export function fileType(fileName: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? 'document'
}

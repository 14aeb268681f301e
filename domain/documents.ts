import * as z from 'zod/mini'
import type { ErrorCode } from './error-statuses.ts'
import { id } from './id.ts'

/** Per document. One byte more is refused. */
export const DOCUMENT_MAX_BYTES = 10 * 1024 * 1024

/** The types that a browser may state for a file. The server reads the real type from the first bytes. */
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

/** Why a file may not be uploaded; undefined if it may. Checks the type first, then the size. */
export function documentRefusal({ type, size }: { type: string; size: number }): ErrorCode | undefined {
  if (!documentTypes.some((known) => known === type)) return 'document_type_refused'
  if (size > DOCUMENT_MAX_BYTES) return 'document_too_large'
  return size === 0 ? 'document_empty' : undefined
}

/** The kinds of files: their first bytes, the type they are served as, and the extensions they are stored with. */
const kinds = [
  { type: 'application/pdf', extensions: ['pdf'], start: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'image/jpeg', extensions: ['jpg', 'jpeg'], start: [0xff, 0xd8, 0xff] },
  { type: 'image/png', extensions: ['png'], start: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
] as const
export type DocumentKind = (typeof kinds)[number]

export const KIND_BYTES = Math.max(...kinds.map(({ start }) => start.length))

/** The kind of a file, by its first bytes; undefined if it is not allowed. */
export function findKind(bytes: Uint8Array): DocumentKind | undefined {
  return kinds.find(({ start }) => start.every((byte, at) => bytes[at] === byte))
}

/** A document's name with an extension of its type, so that the saved file opens as that, whatever it was called. */
export function nameOfKind(name: string, type: DocumentKind['type']): string {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (typeOfExtension(extension) === type) return name
  return `${name}.${kinds.find((kind) => kind.type === type)?.extensions[0]}`
}

/** The type that a stored file is served as, by the extension it was stored with. */
export function typeOfExtension(extension: string): DocumentKind['type'] | undefined {
  return kinds.find(({ extensions }) => extensions.some((known) => known === extension))?.type
}

/** The extension that a file is stored with: its own if it belongs to its kind, otherwise the kind's first. */
export function storedExtension(fileName: string, { extensions }: DocumentKind): string {
  const named = fileType(fileName)
  return extensions.find((known) => known === named) ?? extensions[0]
}

/** The extension of a file name in lower case, or 'document' if it has none. */
export function fileType(fileName: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? 'document'
}

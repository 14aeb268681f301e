import type { TravelDocument } from '#domain/documents.ts'
import { cleanFileName } from '#domain/file-name.ts'

/**
 * Finds what has the same bytes as a file: a document of the trip, otherwise a file chosen before it.
 *
 * The server lists the size and SHA-256 of every document, so only files of equal size are read. On plain-http
 * addresses there is no SHA-256: there name and size decide.
 */
export async function findDuplicate<Chosen extends { file: File }>(
  file: File,
  documents: readonly TravelDocument[],
  chosen: readonly Chosen[],
): Promise<TravelDocument | Chosen | undefined> {
  const hasSameSize = ({ size }: { size: number }) => size === file.size
  const [stored, others] = [documents.filter(hasSameSize), chosen.filter((one) => hasSameSize(one.file))]
  if (stored.length + others.length === 0) return undefined

  const hash = await sha256Of(file)
  const name = cleanFileName(file.name)
  const document = stored.find(({ file_name, sha256 }) => (hash === undefined ? file_name === name : sha256 === hash))
  if (document) return document
  for (const other of others)
    if (hash === undefined ? nameOf(other) === name : (await sha256Of(other.file)) === hash) return other
  return undefined
}

/** What a file is or will be called on the server. */
export const nameOf = (one: TravelDocument | { file: File }): string =>
  'file' in one ? cleanFileName(one.file.name) : one.file_name

/** The SHA-256 of a file; undefined if it cannot be computed. If the file cannot be read, its upload reports that. */
async function sha256Of(file: File): Promise<string | undefined> {
  if (!isSecureContext) return undefined
  try {
    const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return undefined
  }
}

import type { TravelDocument } from '#domain/documents.ts'
import { cleanFileName } from '#domain/file-name.ts'

/**
 * Finds a duplicate of a file that is to be uploaded: a document of the trip with the same bytes, or a file chosen
 * before it. Returns the duplicate's name.
 *
 * The server lists the size and SHA-256 of every document, so only files of equal size are read. On plain-http
 * addresses there is no SHA-256: there name and size decide.
 */
export async function findDuplicate(
  file: File,
  documents: readonly TravelDocument[],
  earlier: readonly File[],
): Promise<string | undefined> {
  const hasSameSize = ({ size }: { size: number }) => size === file.size
  const [stored, chosen] = [documents.filter(hasSameSize), earlier.filter(hasSameSize)]
  if (stored.length + chosen.length === 0) return undefined

  const same = await findDocument(file, stored)
  if (same) return same.file_name
  const other = await findSameFile(file, chosen)
  return other && cleanFileName(other.name)
}

/** The file with the same bytes. */
export async function findSameFile(file: File, others: readonly File[]): Promise<File | undefined> {
  const sameSize = others.filter(({ size }) => size === file.size)
  if (sameSize.length === 0) return undefined
  const hash = await sha256Of(file)
  const name = cleanFileName(file.name)
  for (const other of sameSize)
    if (hash === undefined ? cleanFileName(other.name) === name : (await sha256Of(other)) === hash) return other
  return undefined
}

/** The document with the same bytes. */
export async function findDocument(
  file: File,
  documents: readonly TravelDocument[],
): Promise<TravelDocument | undefined> {
  const sameSize = documents.filter(({ size }) => size === file.size)
  if (sameSize.length === 0) return undefined
  const hash = await sha256Of(file)
  const name = cleanFileName(file.name)
  return sameSize.find(({ file_name, sha256 }) => (hash === undefined ? file_name === name : sha256 === hash))
}

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

import type { TravelDocument } from '#domain/documents.ts'
import { cleanFileName } from '#domain/file-name.ts'

/**
 * Finds what has the same bytes as a file that is about to be uploaded: one of the trip's documents, or a file that was chosen
 * before it. Answers the name that it is here under.
 *
 * The server tells the size and the SHA-256 of every document, so that nothing is asked and nothing is read but for files
 * of the same size. Where a page comes by plain http there is no SHA-256: there the name decides beside the size.
 */
export async function findSame(
  file: File,
  documents: readonly TravelDocument[],
  earlier: readonly File[],
): Promise<string | undefined> {
  const ofSize = ({ size }: { size: number }) => size === file.size
  const [stored, chosen] = [documents.filter(ofSize), earlier.filter(ofSize)]
  if (stored.length + chosen.length === 0) return undefined

  const sum = await sumOf(file)
  const name = cleanFileName(file.name)
  const same = stored.find(({ file_name, sha256 }) => (sum === undefined ? file_name === name : sha256 === sum))
  if (same) return same.file_name
  for (const other of chosen) {
    const otherName = cleanFileName(other.name)
    if (sum === undefined ? otherName === name : (await sumOf(other)) === sum) return otherName
  }
  return undefined
}

/** The SHA-256 of a file; undefined where it cannot be had: its upload will say whether the file itself cannot be read. */
async function sumOf(file: File): Promise<string | undefined> {
  if (!isSecureContext) return undefined
  try {
    const sum = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return undefined
  }
}

import type { FileKind } from '#domain/documents.ts'

export interface ReceivedFile {
  location: string
  /** In bytes. */
  size: number
  /** The SHA-256 of its bytes, in hexadecimal. */
  sha256: string
  kind: FileKind
}

export type StorableFile = Pick<ReceivedFile, 'location' | 'size'> & { kind: Pick<FileKind, 'type'> }

export interface ByteRange {
  start: number
  end: number
}

/**
 * Stores the documents' files under paths such as `{trip id}/{timestamp}.pdf`. A path is written only once.
 * Throws AppError storage_full, storage_unreachable or storage_not_writable, or any other error as it is.
 */
export interface FileStore {
  /** Tests the store at the start. @throws StartError if the settings are wrong; AppError storage_unreachable */
  check: () => Promise<void>
  /** Stores a file, and may move it away from its location. Once this resolves, the file survives a power cut. */
  put: (path: string, file: StorableFile) => Promise<void>
  /** Opens a stored file or a range of it; undefined if there is none at this path. */
  open: (path: string, range: ByteRange) => Promise<ReadableStream<Uint8Array> | undefined>
  /** Removes the file at a path. Idempotent. */
  remove: (path: string) => Promise<void>
}

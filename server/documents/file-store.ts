import type { DocumentKind } from '#domain/documents.ts'

/** A file that has arrived as a whole and lies in a folder of this machine. */
export interface ReceivedFile {
  location: string
  /** In bytes. */
  size: number
  /** Of its bytes, in hexadecimal digits: the same bytes under any name have the same. */
  sha256: string
  kind: DocumentKind
}

/** As much of it as a store needs to know. */
export type StorableFile = Pick<ReceivedFile, 'location' | 'size'> & { kind: Pick<DocumentKind, 'type'> }

/** The first and the last byte of a part of a file. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where the documents' files are kept, by paths such as `{trip id}/{timestamp}.pdf`. Nobody writes to a path twice.
 * Failures are the AppErrors storage_full and storage_unreachable, or whatever else went wrong.
 */
export interface FileStore {
  /** Tries the store out at the start. @throws StartError where the settings are to blame; AppError storage_unreachable */
  check: () => Promise<void>
  /** Keeps a file, and may take it away from where it lies. When this resolves, it is there after a power cut too. */
  keep: (path: string, file: StorableFile) => Promise<void>
  /** A kept file, or a part of it; undefined where there is none at this path. */
  open: (path: string, range: ByteRange) => Promise<ReadableStream<Uint8Array> | undefined>
  /** Removes what is at a path, also where that is nothing. */
  remove: (path: string) => Promise<void>
}

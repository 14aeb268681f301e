import { AppError } from '#domain/errors.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** What people are told of a disk that fails. */
export function storageFailure(cause: unknown): unknown {
  return FULL.has(codeOf(cause)) ? new AppError('storage_full', undefined, { cause }) : cause
}

/** Whether a file or folder is not there. */
export function isMissing(cause: unknown): boolean {
  return codeOf(cause) === 'ENOENT'
}

function codeOf(cause: unknown): string {
  return String((cause as NodeJS.ErrnoException | undefined)?.code)
}

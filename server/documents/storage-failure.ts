import { AppError } from '#domain/errors.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT'])
/** A disk that is read-only, as many become once they fail, or a folder without write permission for the server. */
const NOT_WRITABLE = new Set(['EROFS', 'EACCES', 'EPERM'])

export function storageFailure(cause: unknown): unknown {
  if (FULL.has(codeOf(cause))) return new AppError('storage_full', undefined, { cause })
  return NOT_WRITABLE.has(codeOf(cause)) ? new AppError('storage_not_writable', undefined, { cause }) : cause
}

export function isMissing(cause: unknown): boolean {
  return codeOf(cause) === 'ENOENT'
}

function codeOf(cause: unknown): string {
  return String((cause as NodeJS.ErrnoException | undefined)?.code)
}

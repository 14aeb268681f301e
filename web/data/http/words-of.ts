import { AppError } from '#domain/errors.ts'

/** What is said of a failure: the server's own words, else these; undefined where there is none. */
export function wordsOf(failure: Error | undefined, otherwise: string): string | undefined {
  return failure && ((failure instanceof AppError && failure.message) || otherwise)
}

import { AppError } from '#domain/errors.ts'

/** The text for a failure: the server's message, else `otherwise`; undefined if there is no failure. */
export function errorText(failure: Error | undefined, otherwise: string): string | undefined {
  return failure && ((failure instanceof AppError && failure.message) || otherwise)
}

import { AppError } from '#domain/errors.ts'

/** Writes a failure that the person is not told of into the browser's log: what failed, and why. */
export function logFailure(what: string, failure: unknown): void {
  const reason =
    failure instanceof AppError ? `${failure.code}${failure.message && `: ${failure.message}`}` : String(failure)
  // biome-ignore lint/suspicious/noConsole: the browser's log is where such failures belong
  console.error(`${what} (${reason})`)
}

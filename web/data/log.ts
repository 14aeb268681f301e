import { AppError } from '#domain/errors.ts'

/** Logs to the console a failure that the person does not see. */
export function logFailure(what: string, failure: unknown): void {
  const reason =
    failure instanceof AppError ? `${failure.code}${failure.message && `: ${failure.message}`}` : String(failure)
  // biome-ignore lint/suspicious/noConsole: the browser's log is where such failures belong
  console.error(`${what} (${reason})`)
}

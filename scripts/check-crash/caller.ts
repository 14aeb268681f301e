import { type ErrorCode, errors, isErrorCode } from '#domain/error-statuses.ts'
import { Violation } from './violation.ts'

/** The request may or may not have been applied. */
export const NO_ANSWER = 'no answer'

interface Body {
  json?: unknown
  bytes?: Buffer<ArrayBuffer>
}

/** Statuses that mean 'try again later': the server runs, but its database or disk is unavailable. */
const NOT_NOW = [503, 507]

/** A client of the server. It treats a missing answer and 'try again later' as `NO_ANSWER`. */
export class Caller {
  readonly #address: () => URL
  readonly #token: string
  /** How many 'try again later' answers it received, by code. */
  readonly unavailableCounts = new Map<ErrorCode, number>()

  constructor(address: () => URL, token: string) {
    this.#address = address
    this.#token = token
  }

  /** @throws Violation if the answer is neither a success nor a well-formed 'try again later' */
  async request(method: string, path: string, { json, bytes }: Body = {}): Promise<unknown> {
    const address = this.#address()
    const headers = {
      origin: address.origin,
      cookie: `wayfare_session=${this.#token}`,
      'content-type': json === undefined ? 'application/pdf' : 'application/json',
    }
    const body = json === undefined ? bytes : JSON.stringify(json)
    let status: number
    let text: string
    try {
      const answer = await fetch(new URL(path, address), { method, headers, ...(body !== undefined && { body }) })
      status = answer.status
      text = await answer.text()
    } catch {
      return NO_ANSWER
    }
    if (status < 300) return text === '' ? undefined : JSON.parse(text)
    const code = NOT_NOW.includes(status) ? codeOf(text, status) : undefined
    if (!code) throw new Violation(`${method} ${path} returned ${status} ${text}`)
    this.unavailableCounts.set(code, (this.unavailableCounts.get(code) ?? 0) + 1)
    return NO_ANSWER
  }
}

/** The error code of an answer, if the answer has the standard error form and the code matches the status. */
function codeOf(text: string, status: number): ErrorCode | undefined {
  try {
    const { code, message } = (JSON.parse(text) as { error: { code: unknown; message: unknown } }).error
    return isErrorCode(code) && errors[code] === status && typeof message === 'string' && message !== ''
      ? code
      : undefined
  } catch {
    return undefined
  }
}

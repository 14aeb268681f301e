import { type ErrorCode, errors, isErrorCode } from '#domain/error-statuses.ts'
import { Violation } from './violation.ts'

/** Nobody knows whether it was done. */
export const NO_ANSWER = 'no answer'

interface Body {
  json?: unknown
  bytes?: Buffer<ArrayBuffer>
}

/** What stands for 'not now, try again': the server is there, its database or its disk is not. */
const NOT_NOW = [503, 507]

/** Somebody's browser: asks the server, and takes an answer that never came, or 'not now', for none. */
export class Caller {
  readonly #address: () => URL
  readonly #token: string
  /** How often it was told 'not now', by code. */
  readonly notNow = new Map<ErrorCode, number>()

  constructor(address: () => URL, token: string) {
    this.#address = address
    this.#token = token
  }

  /** @throws Violation where the answer is neither a success nor 'not now' with a code */
  async ask(method: string, path: string, { json, bytes }: Body = {}): Promise<unknown> {
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
    if (!code) throw new Violation(`${method} ${path} was answered ${status} ${text}`)
    this.notNow.set(code, (this.notNow.get(code) ?? 0) + 1)
    return NO_ANSWER
  }
}

/** The code of a failed answer that has the agreed form, and a code that goes with its status. */
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

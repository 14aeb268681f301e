import type { Page } from './page.ts'

interface Request {
  name: string
  page: Page
  mode: LockMode
  grant: () => void
}

/** The locks of a device, which its pages share: navigator.locks. What a page holds or waits for ends with it. */
export class Locks {
  #held: Request[] = []
  #waiting: Request[] = []

  /** What the code of a page sees of them. */
  of(page: Page): Pick<LockManager, 'request' | 'query'> {
    const request = (
      name: string,
      ...rest: [LockGrantedCallback<unknown>] | [LockOptions, LockGrantedCallback<unknown>]
    ) => {
      const [options, callback] = rest.length === 1 ? [{}, rest[0]] : rest
      return this.#request(page, name, options, callback)
    }
    const query = async () => ({ held: this.#held.map(infoOf), pending: this.#waiting.map(infoOf) })
    return { request: request as LockManager['request'], query }
  }

  async #request(
    page: Page,
    name: string,
    options: LockOptions,
    callback: LockGrantedCallback<unknown>,
  ): Promise<unknown> {
    const { mode = 'exclusive', ifAvailable = false, steal = false, signal } = options
    signal?.throwIfAborted()
    if (steal) throw new Error('Locks that are stolen are not made here')
    const request: Request = { name, page, mode, grant: () => {} }
    if (ifAvailable && !this.#isFree(request, this.#waiting)) return callback(null)
    const granted = new Promise<void>((resolve, reject) => {
      request.grant = resolve
      signal?.addEventListener('abort', () => {
        if (this.#waiting.includes(request)) reject(signal.reason)
        this.#waiting = this.#waiting.filter((other) => other !== request)
      })
    })
    this.#waiting.push(request)
    page.onGone(() => this.#end(request))
    this.#grant()
    await granted
    try {
      return await callback({ name, mode })
    } finally {
      this.#end(request)
    }
  }

  /** Whether nothing that was asked for before stands in the way. */
  #isFree({ name, mode }: Request, before: readonly Request[]): boolean {
    const others = [...this.#held, ...before].filter((other) => other.name === name)
    return others.every((other) => mode === 'shared' && other.mode === 'shared')
  }

  #grant(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const request of waiting) {
      if (!this.#isFree(request, this.#waiting)) this.#waiting.push(request)
      else {
        this.#held.push(request)
        request.grant()
      }
    }
  }

  #end(request: Request): void {
    this.#held = this.#held.filter((other) => other !== request)
    this.#waiting = this.#waiting.filter((other) => other !== request)
    this.#grant()
  }
}

const infoOf = ({ name, mode }: Request): LockInfo => ({ name, mode })

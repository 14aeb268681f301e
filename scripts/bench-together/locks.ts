import type { Page } from './page.ts'

interface Request {
  name: string
  page: Page
  mode: LockMode
  grant: () => void
}

/** navigator.locks, shared by the pages of a device. A page's locks and requests end with it. */
export class Locks {
  #held: Request[] = []
  #pending: Request[] = []

  of(page: Page): Pick<LockManager, 'request' | 'query'> {
    const request = (
      name: string,
      ...rest: [LockGrantedCallback<unknown>] | [LockOptions, LockGrantedCallback<unknown>]
    ) => {
      const [options, callback] = rest.length === 1 ? [{}, rest[0]] : rest
      return this.#request(page, name, options, callback)
    }
    const query = async () => ({ held: this.#held.map(infoOf), pending: this.#pending.map(infoOf) })
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
    if (steal) throw new Error('Stealing locks is not implemented')
    const request: Request = { name, page, mode, grant: () => {} }
    if (ifAvailable && !this.#isFree(request, this.#pending)) return callback(null)
    const granted = new Promise<void>((resolve, reject) => {
      request.grant = resolve
      signal?.addEventListener('abort', () => {
        if (this.#pending.includes(request)) reject(signal.reason)
        this.#pending = this.#pending.filter((other) => other !== request)
      })
    })
    this.#pending.push(request)
    page.onGone(() => this.#end(request))
    this.#grant()
    await granted
    try {
      return await callback({ name, mode })
    } finally {
      this.#end(request)
    }
  }

  /** Whether no held lock and no earlier request conflicts. */
  #isFree({ name, mode }: Request, before: readonly Request[]): boolean {
    const others = [...this.#held, ...before].filter((other) => other.name === name)
    return others.every((other) => mode === 'shared' && other.mode === 'shared')
  }

  #grant(): void {
    const pending = this.#pending
    this.#pending = []
    for (const request of pending) {
      if (!this.#isFree(request, this.#pending)) this.#pending.push(request)
      else {
        this.#held.push(request)
        request.grant()
      }
    }
  }

  #end(request: Request): void {
    this.#held = this.#held.filter((other) => other !== request)
    this.#pending = this.#pending.filter((other) => other !== request)
    this.#grant()
  }
}

const infoOf = ({ name, mode }: Request): LockInfo => ({ name, mode })

import { vi } from 'vitest'
import { PageEvents } from '../page-events.ts'

type Answer = () => Response | Promise<Response>

/** The parts of a browser that web/data needs, in place of the globals: storage, cookies, the network and events. */
export class FakeBrowser {
  readonly requests: { method: string; path: string; body: unknown; keepalive: boolean }[] = []
  readonly #answers = new Map<string, Answer>()
  readonly #stored = new Map<string, string>()
  readonly #cookies = new Map<string, string>()
  readonly page = new PageEvents()
  readonly #channels: BroadcastChannel[] = []
  readonly #log: string[] = []
  online = true

  constructor() {
    vi.spyOn(console, 'error').mockImplementation((message) => void this.#log.push(String(message)))
    const stored = this.#stored
    vi.stubGlobal('localStorage', {
      get length() {
        return stored.size
      },
      key: (n: number) => [...stored.keys()][n] ?? null,
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    })
    const browser = this
    vi.stubGlobal('document', {
      get cookie() {
        return [...browser.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      },
      set cookie(line: string) {
        browser.setCookie(line)
      },
    })
    vi.stubGlobal('navigator', {
      get onLine() {
        return browser.online
      },
    })
    vi.stubGlobal('fetch', this.#fetch)
    const channels = this.#channels
    vi.stubGlobal(
      'BroadcastChannel',
      class extends BroadcastChannel {
        constructor(name: string) {
          super(name)
          channels.push(this)
        }
      },
    )
  }

  /** Sets the answer to a request such as 'GET /auth/v1/user'. All other requests fail as unreachable. */
  answer(request: string, answer: Answer): void {
    this.#answers.set(request, answer)
  }

  count(request: string): number {
    return this.requests.filter(({ method, path }) => `${method} ${path}` === request).length
  }

  /** What was logged to the console since the last call. */
  takeLog(): string[] {
    return this.#log.splice(0)
  }

  setCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/max-age=0/i.test(line)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }

  goOnline(): void {
    this.online = true
    this.page.dispatch('online', new Event('online'))
  }

  close(): void {
    for (const channel of this.#channels) channel.close()
    vi.unstubAllGlobals()
  }

  #fetch = async (path: string, { method = 'GET', body, keepalive = false }: RequestInit = {}): Promise<Response> => {
    this.requests.push({ method, path, body: body === undefined ? undefined : JSON.parse(String(body)), keepalive })
    const answer = this.#answers.get(`${method} ${path}`)
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  }
}

export const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status })
export const failure = (code: string, status: number, message = '') => json({ error: { code, message } }, status)

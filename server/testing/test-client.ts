import type { Hono } from 'hono'
import { MAX_OPERATIONS } from '#domain/api/operations.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import type { SectionName } from '#domain/plan/index.ts'
import type { TripType } from '#domain/trip.ts'
import type { AppEnv } from '#server/http/context.ts'
import { EventReader } from './event-reader.ts'

export interface Answer {
  status: number
  headers: Headers
  /** As received, undecoded. */
  bytes: Buffer
  text: string
  /** The parsed JSON body; undefined if it is not JSON. */
  body: unknown
  setCookies: string[]
}

interface RequestParts {
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  raw?: RequestInit['body']
  signal?: AbortSignal
}

/** A browser with its own cookies, which sends the Origin header with every write. */
export class TestClient {
  readonly cookies = new Map<string, string>()
  private readonly app: Hono<AppEnv>
  private readonly origin: string

  constructor(app: Hono<AppEnv>, origin = 'http://localhost') {
    this.app = app
    this.origin = origin
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, { headers })
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, { headers, ...(body === undefined ? {} : { body }) })
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.send('PUT', path, { body })
  }

  /** Changes a section to `value`, by operations on its current value. Returns the last response. */
  async makeSection(tripId: string, section: SectionName, value: unknown): Promise<Answer> {
    const opened = await this.get(`/api/trips/${tripId}`)
    if (opened.status !== 200) return opened
    const { trip, sections } = opened.body as {
      trip: { type: TripType }
      sections: Record<SectionName, { value: unknown }>
    }
    const mutations = diffSection(section, trip.type, sections[section].value, value)
    const operations = mutations.map((mutation) => ({ id: crypto.randomUUID(), section, ...mutation }))
    let answer = opened
    for (let from = 0; from < operations.length; from += MAX_OPERATIONS) {
      const some = operations.slice(from, from + MAX_OPERATIONS)
      answer = await this.post(`/api/trips/${tripId}/operations`, { operations: some, seen: {} })
      if (answer.status !== 200) return answer
    }
    return answer
  }

  async listen(path: string): Promise<EventReader> {
    return new EventReader(await this.request('GET', path))
  }

  async send(method: string, path: string, parts?: RequestParts): Promise<Answer> {
    return this.readAnswer(await this.request(method, path, parts))
  }

  /** Resolves once the headers have arrived. Headers with the value '' are not sent. */
  async request(
    method: string,
    path: string,
    { headers = {}, body, raw, signal }: RequestParts = {},
  ): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const origin = method === 'GET' ? '' : this.origin
    const all = { origin, cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers }
    const init: RequestInit & { duplex: 'half' } = {
      method,
      headers: Object.entries(all).filter(([, value]) => value !== ''),
      duplex: 'half',
      ...(signal && { signal }),
    }
    const payload = body === undefined ? raw : JSON.stringify(body)
    if (payload !== undefined) init.body = payload
    return this.app.request(path, init)
  }

  get token(): string {
    return this.cookies.get('wayfare_session') ?? ''
  }

  private async readAnswer(response: Response): Promise<Answer> {
    const setCookies = response.headers.getSetCookie()
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    // An event stream never ends.
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    if (isStream) await response.body?.cancel()
    const bytes = isStream ? Buffer.alloc(0) : Buffer.from(await response.arrayBuffer())
    const text = bytes.toString()
    const isJson =
      response.headers.get('content-type')?.startsWith('application/json') && !response.headers.has('content-encoding')
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, bytes, text, body, setCookies }
  }
}

/** What `toMatchObject` finds in an answer that failed with this code of the closed list. */
export const failed = (status: number, code: string) => ({ status, body: { error: { code } } })

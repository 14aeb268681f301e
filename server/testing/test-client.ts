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
  /** As it came, undecoded. */
  bytes: Buffer
  text: string
  /** The body read as JSON; undefined where it is none. */
  body: unknown
  /** The Set-Cookie headers. */
  setCookies: string[]
}

interface RequestParts {
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  raw?: RequestInit['body']
  /** Breaks the request off. */
  signal?: AbortSignal
}

/** A browser with cookies of its own, which says with every write that it comes from a page of the server. */
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

  /** Makes a section of a trip a value, by the operations that lead to it from how it stands. Answers the last request's answer. */
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

  /** Opens a stream of events. */
  async listen(path: string): Promise<EventReader> {
    return new EventReader(await this.request('GET', path))
  }

  async send(method: string, path: string, parts?: RequestParts): Promise<Answer> {
    return this.keep(await this.request(method, path, parts))
  }

  /** Answers as soon as the headers are there. A header that is '' is left out. */
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
    const sent = body === undefined ? raw : JSON.stringify(body)
    if (sent !== undefined) init.body = sent
    return this.app.request(path, init)
  }

  /** The session's cookie, which holds its token. */
  get token(): string {
    return this.cookies.get('wayfare_session') ?? ''
  }

  private async keep(response: Response): Promise<Answer> {
    const setCookies = response.headers.getSetCookie()
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    // A stream of events has no end.
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

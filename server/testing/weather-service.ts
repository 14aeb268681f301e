import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildOpenMeteo } from '#domain/testing/weather.ts'

export interface ReceivedQuestion {
  path: string
  query: Record<string, string>
  userAgent: string | undefined
}

type Answer = (response: ServerResponse) => void

/** A local weather service that answers in Open-Meteo's documented forms, as a test wants it. */
export class TestWeatherService {
  readonly received: ReceivedQuestion[] = []
  /** The responses to the next questions; the last one repeats. */
  answers: Answer[] = []
  /** How long each response takes, in milliseconds. */
  delayMs = 0
  readonly #server = createServer((request, response) => this.#handle(request, response))

  static async open(): Promise<TestWeatherService> {
    const service = new TestWeatherService()
    service.#server.listen(0, '127.0.0.1')
    await once(service.#server, 'listening')
    return service
  }

  /** For WEATHER_URL. */
  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', this.baseUrl)
    const query = Object.fromEntries(url.searchParams)
    this.received.push({ path: url.pathname, query, userAgent: request.headers['user-agent'] })
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0]
    setTimeout(() => answer?.(response), this.delayMs)
  }
}

/** A forecast from a day on. */
export function forecasts(...args: Parameters<typeof buildOpenMeteo>): Answer {
  return json(200, buildOpenMeteo(...args))
}

/** A refusal in the documented form. */
export function refuses(status: number, reason: string, headers: Record<string, string> = {}): Answer {
  return json(status, { error: true, reason }, headers)
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return raw(status, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers })
}

export function raw(status: number, body: string | Buffer, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(status, headers).end(body)
}

/** Never answers. */
export const silence: Answer = () => {}

/** Announces more than it sends, and disconnects. */
export const halfAForecast: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
  response.write('{"timezone":"America/Tor')
  setTimeout(() => response.destroy(), 20)
}

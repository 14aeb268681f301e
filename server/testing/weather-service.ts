import type { IncomingMessage, ServerResponse } from 'node:http'
import { buildOpenMeteo } from '#domain/testing/weather.ts'
import { type Answer, breakingOff, json, StandIn } from './stand-in.ts'

export interface ReceivedQuestion {
  path: string
  query: Record<string, string>
  userAgent: string | undefined
}

/** A local weather service that answers in Open-Meteo's documented forms, as a test wants it. */
export class TestWeatherService extends StandIn {
  readonly received: ReceivedQuestion[] = []
  override answers: Answer[] = []
  /** How long each response takes, in milliseconds. */
  delayMs = 0

  protected override handle(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', this.baseUrl)
    const query = Object.fromEntries(url.searchParams)
    this.received.push({ path: url.pathname, query, userAgent: request.headers['user-agent'] })
    setTimeout(() => this.answer(response), this.delayMs)
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

export const halfAForecast = breakingOff('{"timezone":"America/Tor')

import type { Position } from '#domain/places/position.ts'
import type { Forecast } from '#domain/weather/forecast.ts'
import { forecastQuery, readForecast, readRefusal } from '#domain/weather/open-meteo.ts'
import { readJsonResponse, retryAfterSeconds } from '../http/json-response.ts'
import { APP_VERSION } from '../settings/app-version.ts'
import type { WeatherSettings } from '../settings/settings.ts'

/*
 * Client for the weather service.
 * Job: ask Open-Meteo for the forecast of one position, rounded by the caller.
 * Invariants: nothing but the position is sent. No redirects are followed.
 * Failure: every failure becomes one of a few outcomes, within the time limit and 256 kB.
 */

/**
 * How a question ended, for metrics and the log. Those in `outages` concern the whole service: it is not asked about
 * other places either for a while.
 */
export type WeatherOutcome =
  | 'ok'
  | 'limited'
  | 'busy'
  | 'failed'
  | 'refused'
  | 'unreachable'
  | 'timed_out'
  | 'unreadable'
const outages: ReadonlySet<WeatherOutcome> = new Set(['busy', 'failed', 'unreachable', 'timed_out'])

export class WeatherFailure extends Error {
  readonly outcome: Exclude<WeatherOutcome, 'ok'>
  /** When the service wants to be asked again, if it says so. */
  readonly retryAfterSeconds: number | undefined
  /** Why, in the service's words. */
  readonly reason: string | undefined

  constructor(outcome: Exclude<WeatherOutcome, 'ok'>, retryAfterSeconds?: number, reason?: string) {
    super(outcome)
    this.outcome = outcome
    this.retryAfterSeconds = retryAfterSeconds
    this.reason = reason
  }

  get isOutage(): boolean {
    return outages.has(this.outcome)
  }
}

/** @throws WeatherFailure */
export async function askOpenMeteo(settings: WeatherSettings, position: Position): Promise<Forecast> {
  const timeout = AbortSignal.timeout(settings.timeoutMs)
  const query = new URLSearchParams({
    ...forecastQuery(position),
    ...(settings.apiKey !== undefined && { apikey: settings.apiKey }),
  })
  try {
    const response = await fetch(`${settings.baseUrl}/v1/forecast?${query}`, {
      redirect: 'error',
      signal: timeout,
      headers: { Accept: 'application/json', 'User-Agent': `Wayfare/${APP_VERSION}` },
    })
    const body = await readJsonResponse(response)
    if (!response.ok) throw toFailure(response, readRefusal(body))
    const forecast = readForecast(body)
    if (!forecast) throw new WeatherFailure('unreadable')
    return forecast
  } catch (failure) {
    if (timeout.aborted) throw new WeatherFailure('timed_out')
    if (failure instanceof WeatherFailure) throw failure
    throw new WeatherFailure('unreachable')
  }
}

function toFailure(response: Response, reason: string | undefined): WeatherFailure {
  const { status } = response
  const outcome = status === 429 ? 'busy' : status >= 500 ? 'failed' : 'refused'
  return new WeatherFailure(outcome, retryAfterSeconds(response), reason)
}

import type { Logger } from 'pino'
import type { KnownForecast } from '#domain/api/weather.ts'
import { AppError } from '#domain/errors.ts'
import type { Position } from '#domain/places/position.ts'
import type { Forecast } from '#domain/weather/forecast.ts'
import { roundPosition, weatherKey } from '#domain/weather/weather-position.ts'
import type { WeatherSettings } from '../settings/settings.ts'
import { askOpenMeteo, WeatherFailure, type WeatherOutcome } from './open-meteo.ts'

/*
 * The forecasts of all trips' places.
 * Job: the weather service is asked about a place once an hour, for everybody.
 * Invariants: people who ask at the same moment share one question. A limit or a failure takes nothing away: what the
 *   service said last stays, with its age. After a failure it is not asked again for a minute, or as long as it says.
 * Failure: a restart forgets the forecasts. Several processes each ask for their own.
 */

const FRESH_MS = 60 * 60_000
const PAUSE_SECONDS = { min: 60, max: 60 * 60 }
/** About 4 MB. Of more places, those that nobody has asked about for longest are forgotten. */
const MAX_PLACES = 2000

interface Entry {
  known: { forecast: Forecast; at: number } | undefined
  /** The question that is under way. */
  asking: Promise<void> | undefined
  /** Until when it is not asked about again. */
  pausedUntil: number
}

interface ForecastsOptions {
  /** Undefined if weather is switched off. */
  settings: WeatherSettings | undefined
  /** Counts a question for the user or network that caused it. @throws AppError too_many_requests */
  count: (by: string) => Promise<void>
  clock: () => Date
  log: Logger
  onOutcome?: ((outcome: WeatherOutcome, seconds: number) => void) | undefined
}

export class Forecasts {
  /** In the order in which they were last asked for. */
  readonly #entries = new Map<string, Entry>()
  readonly #options: ForecastsOptions
  /** Until when the service is not asked about any place. */
  #pausedUntil = 0

  constructor(options: ForecastsOptions) {
    this.#options = options
  }

  get isOn(): boolean {
    return this.#options.settings !== undefined
  }

  /**
   * What is known about a position: from the service if it wasn't asked within an hour, else from memory.
   * @param by the user or network for whom the service may be asked
   * @returns null if nothing was ever known. Takes at most as long as the time limit of a question.
   */
  async find(position: Position, by: string): Promise<KnownForecast | null> {
    const { settings } = this.#options
    if (!settings) return null
    const key = weatherKey(position)
    const entry = this.#entries.get(key) ?? { known: undefined, asking: undefined, pausedUntil: 0 }
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    this.#forgetOldest()
    if (!this.#isFresh(entry)) {
      if (!entry.asking && this.#now() >= Math.max(entry.pausedUntil, this.#pausedUntil)) {
        entry.asking = this.#ask(settings, entry, position, by).finally(() => {
          entry.asking = undefined
        })
      }
      await entry.asking
    }
    const { known } = entry
    if (!known) return null
    return { ...known.forecast, asked_at: new Date(known.at).toISOString(), is_current: this.#isFresh(entry) }
  }

  /** Never rejects: what went wrong is logged, and nobody can do anything about it. */
  async #ask(settings: WeatherSettings, entry: Entry, position: Position, by: string): Promise<void> {
    const started = performance.now()
    const report = (outcome: WeatherOutcome) => this.#options.onOutcome?.(outcome, (performance.now() - started) / 1000)
    try {
      await this.#options.count(by)
      const forecast = await askOpenMeteo(settings, roundPosition(position))
      entry.known = { forecast, at: this.#now() }
      entry.pausedUntil = 0
      report('ok')
    } catch (failure) {
      if (failure instanceof WeatherFailure) {
        this.#pause(entry, failure)
        report(failure.outcome)
      } else if (failure instanceof AppError) report('limited')
      else this.#options.log.error({ err: failure }, 'the weather could not be asked for')
    }
  }

  #pause(entry: Entry, { outcome, isOutage, reason, retryAfterSeconds = 0 }: WeatherFailure): void {
    const { min, max } = PAUSE_SECONDS
    const seconds = Math.min(Math.max(retryAfterSeconds, min), max)
    const until = this.#now() + seconds * 1000
    if (isOutage) this.#pausedUntil = until
    else entry.pausedUntil = until
    // Without the position: the log says nothing about where people go.
    this.#options.log.warn({ outcome, reason, seconds }, 'the weather service did not give a forecast')
  }

  #isFresh({ known }: Entry): boolean {
    // If the clock was set back, an answer of the future is none.
    const age = known ? this.#now() - known.at : Number.POSITIVE_INFINITY
    return age >= 0 && age < FRESH_MS
  }

  #forgetOldest(): void {
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= MAX_PLACES) return
      this.#entries.delete(key)
    }
  }

  #now(): number {
    return this.#options.clock().getTime()
  }
}

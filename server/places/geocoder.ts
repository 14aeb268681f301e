import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type FoundPlace, MAX_FOUND_PLACES, type PlaceConfig } from '#domain/api/places.ts'
import { AppError } from '#domain/errors.ts'
import type { Position } from '#domain/places/position.ts'
import { searchKey } from '#domain/places/search-key.ts'
import { readJsonResponse, retryAfterSeconds } from '../http/json-response.ts'
import { APP_VERSION } from '../settings/app-version.ts'
import type { GeocoderSettings } from '../settings/settings.ts'
import { readGeocoderResponse } from './geocoder-responses.ts'

/*
 * Client for the geocoder.
 * Job: forward a person's search to the service that the operator has chosen, and return the places.
 * Invariants: the service gets one request per second at most, and none for a question that it has answered within a
 *   day or is answering. It learns what is searched, about where, and the operator's address: nothing about the person.
 * Failure: every failure becomes one of a few codes, within the time limit and 256 kB. After 'too many requests' it is
 *   left alone for a while.
 */

const TIMEOUT_MS = 8000
/** The policy of the public Nominatim. The public Photon asks to be fair. */
const INTERVAL_MS = 1000
/** So many questions may wait for their turn. */
const MAX_WAITING = 8
const CACHED_ANSWERS = 1000
const CACHED_MS = 24 * 60 * 60 * 1000
const PAUSE_SECONDS = 60
const MAX_PAUSE_SECONDS = 15 * 60
/** The search goes to the service with the position in degrees to one decimal, about 10 km. */
const NEAR_DECIMALS = 1
/** Nominatim takes an area in which places are preferred: so many degrees to each side. */
const NEAR_DEGREES = 2

export const OPENSTREETMAP = '© OpenStreetMap contributors'

interface Options {
  settings: GeocoderSettings
  /** The address that people open, if it is known: whom the service can turn to. */
  publicUrl: URL | undefined
  /** Resolves when the server may send a request. @throws AppError */
  takeTurn: () => Promise<void>
  intervalMs?: number
  timeoutMs?: number
}

export class Geocoder {
  readonly #options: Options
  readonly #userAgent: string
  readonly #cache = new LRUCache<string, FoundPlace[]>({ max: CACHED_ANSWERS, ttl: CACHED_MS })
  readonly #underWay = new Map<string, Promise<FoundPlace[]>>()
  #waiting = 0
  /** When the next request may begin, and until when the service is left alone, by `performance.now()`. */
  #nextAt = 0
  #pausedUntil = 0

  constructor(options: Options) {
    this.#options = options
    this.#userAgent = `Wayfare/${APP_VERSION}${options.publicUrl ? ` (+${options.publicUrl.origin})` : ''}`
  }

  /** What the browser must know before somebody agrees to have it asked. */
  get config(): NonNullable<PlaceConfig['geocoder']> {
    return { name: nameOf(this.#options.settings), attribution: OPENSTREETMAP }
  }

  /**
   * The places that the service finds, the best first, at most ten.
   * @param near prefers places near it
   * @throws AppError geocoder_busy, geocoder_failed, geocoder_timed_out; what `takeTurn` throws
   */
  async search(query: string, near: Position | undefined): Promise<FoundPlace[]> {
    const area = near && ([near.lat, near.lon].map((degrees) => degrees.toFixed(NEAR_DECIMALS)) as [string, string])
    const question = JSON.stringify([searchKey(query), area])
    const known = this.#cache.get(question) ?? this.#underWay.get(question)
    if (known) return known
    const asking = this.#ask(this.#address(query, area))
      .then((places) => {
        this.#cache.set(question, places)
        return places
      })
      .finally(() => this.#underWay.delete(question))
    this.#underWay.set(question, asking)
    return asking
  }

  async #ask(address: URL): Promise<FoundPlace[]> {
    await this.#waitForTurn()
    const timeout = AbortSignal.timeout(this.#options.timeoutMs ?? TIMEOUT_MS)
    try {
      const headers = { Accept: 'application/json', 'User-Agent': this.#userAgent }
      const response = await fetch(address, { redirect: 'error', signal: timeout, headers })
      if (!response.ok) {
        await response.body?.cancel()
        throw this.#toRefusal(response)
      }
      const places = readGeocoderResponse(this.#options.settings.kind, await readJsonResponse(response))
      if (!places) throw new AppError('geocoder_failed')
      return places
    } catch (failure) {
      if (timeout.aborted) throw new AppError('geocoder_timed_out')
      if (failure instanceof AppError) throw failure
      // The cause holds only the error's name: its message can contain what somebody searched.
      throw new AppError('geocoder_failed', undefined, {
        cause: failure instanceof Error ? new Error(failure.name) : undefined,
      })
    }
  }

  async #waitForTurn(): Promise<void> {
    if (this.#waiting >= MAX_WAITING) throw busyFor((MAX_WAITING * this.#intervalMs) / 1000)
    const now = performance.now()
    if (now < this.#pausedUntil) throw busyFor((this.#pausedUntil - now) / 1000)
    const at = Math.max(now, this.#nextAt)
    this.#nextAt = at + this.#intervalMs
    this.#waiting += 1
    try {
      // Timers may end early by a fraction of a millisecond.
      if (at > now) await wait(Math.ceil(at - now) + 1)
      await this.#options.takeTurn()
      // Meanwhile the service may have asked to be left alone.
      const then = performance.now()
      if (then < this.#pausedUntil) throw busyFor((this.#pausedUntil - then) / 1000)
    } finally {
      this.#waiting -= 1
    }
  }

  get #intervalMs(): number {
    return this.#options.intervalMs ?? INTERVAL_MS
  }

  #toRefusal(response: Response): AppError {
    if (response.status !== 429 && response.status !== 503) return new AppError('geocoder_failed')
    const seconds = Math.min(retryAfterSeconds(response) || PAUSE_SECONDS, MAX_PAUSE_SECONDS)
    this.#pausedUntil = performance.now() + seconds * 1000
    return busyFor(seconds)
  }

  /** @param near latitude and longitude */
  #address(query: string, near: [string, string] | undefined): URL {
    const { kind, baseUrl } = this.#options.settings
    const address = new URL(`${baseUrl}/${kind === 'photon' ? 'api' : 'search'}`)
    const parameters: Record<string, string> =
      kind === 'photon'
        ? { q: query, limit: String(MAX_FOUND_PLACES), lang: 'en', ...(near && { lat: near[0], lon: near[1] }) }
        : {
            q: query,
            format: 'jsonv2',
            limit: String(MAX_FOUND_PLACES),
            addressdetails: '1',
            'accept-language': 'en',
            ...(near && { viewbox: areaAround(near) }),
          }
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    return address
  }
}

/** The corners of an area, each as longitude and latitude. It ends at the poles and at the date line. */
function areaAround([lat, lon]: [string, string]): string {
  const within = (degrees: number, max: number) => Math.max(-max, Math.min(max, degrees)).toFixed(NEAR_DECIMALS)
  return [-NEAR_DEGREES, NEAR_DEGREES]
    .flatMap((aside) => [within(Number(lon) + aside, 180), within(Number(lat) + aside, 90)])
    .join()
}

/** The services that people may have heard of, otherwise whose server it is. */
function nameOf({ baseUrl }: GeocoderSettings): string {
  const { hostname } = new URL(baseUrl)
  if (hostname === 'photon.komoot.io') return 'Photon'
  return hostname === 'nominatim.openstreetmap.org' ? 'Nominatim' : hostname
}

const busyFor = (seconds: number) =>
  new AppError('geocoder_busy', undefined, { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) })

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { canGeocode, canSearchPlaces } from '#domain/access.ts'
import {
  GAZETTEER_SOURCES,
  MAX_PLACE_QUERY,
  type PlaceConfig,
  type PlaceSearchResponse,
  type ZoneResponse,
} from '#domain/api/places.ts'
import { AppError } from '#domain/errors.ts'
import { isOnEarth, type Position } from '#domain/places/position.ts'
import type { AppEnv } from '../http/context.ts'
import { invalidRequest } from '../http/request-body.ts'
import { OPENSTREETMAP } from '../places/geocoder.ts'
import type { MapSettings } from '../settings/settings.ts'
import type { AppDeps } from './app-deps.ts'
import { sendFile } from './send-file.ts'
import { requireUser } from './session.ts'

/** Cities and airports of the bundled gazetteer, time zones, and everything else by the geocoder. */
export function placeRoutes(deps: AppDeps): Hono<AppEnv> {
  const { places, geocoder, attempts, settings } = deps
  const routes = new Hono<AppEnv>()

  async function requireLookup(c: Context<AppEnv>): Promise<void> {
    const user = await requireUser(c, deps)
    if (!canSearchPlaces(user)) throw new AppError('account_needed')
    await attempts.countPlaceLookup(user.id)
  }

  routes.get('/', async (c) => {
    await requireLookup(c)
    const found = await places.search(parseQuery(c), parseNear(c))
    return c.json<PlaceSearchResponse>({ places: found, attribution: [...GAZETTEER_SOURCES] })
  })

  routes.get('/zone', async (c) => {
    await requireLookup(c)
    const position = parsePosition(c.req.query('at') ?? '')
    if (!position) throw invalidRequest('at: Expected latitude and longitude in degrees, such as 45.8364,-78.3791')
    return c.json<ZoneResponse>(await places.findZone(position))
  })

  routes.get('/config', async (c) => {
    if (!canSearchPlaces(await requireUser(c, deps))) throw new AppError('account_needed')
    return c.json<PlaceConfig>({
      geocoder: geocoder?.config ?? null,
      map: settings.map ? mapConfig(settings.map) : null,
    })
  })

  routes.get('/geocode', async (c) => {
    const user = await requireUser(c, deps)
    if (!canGeocode(user)) throw new AppError('account_needed')
    const [query, near] = [parseQuery(c), parseNear(c)]
    if (!geocoder) throw new AppError('geocoder_off')
    await attempts.countGeocoding(user.id)
    const found = await geocoder.search(query, near)
    return c.json<PlaceSearchResponse>({ places: found, attribution: [OPENSTREETMAP] })
  })

  routes.get('/map', async (c) => {
    if (!canSearchPlaces(await requireUser(c, deps))) throw new AppError('account_needed')
    const name = settings.map?.pmtiles ?? ''
    const path = join(settings.dataDir, 'map', name)
    const file = isOwnFile(name) ? await stat(path).catch(() => undefined) : undefined
    if (!file?.isFile()) throw new AppError('not_found')
    const { size, mtimeMs } = file
    const about = { name, type: 'application/octet-stream', size, tag: `"${size}-${Math.round(mtimeMs)}"` }
    return sendFile(
      c,
      about,
      async (range) => Readable.toWeb(createReadStream(path, range)) as ReadableStream<Uint8Array>,
    )
  })

  return routes
}

/** Where browsers find the file of tiles that is in the data folder. */
const MAP_FILE = '/api/places/map'

function mapConfig({ styleUrl, darkStyleUrl, pmtiles, origins }: MapSettings): NonNullable<PlaceConfig['map']> {
  const hosts = origins.map((origin) => new URL(origin).hostname)
  const names = hosts.map((host) => (host === 'tiles.openfreemap.org' ? 'OpenFreeMap' : host))
  return {
    name: [...new Set(names)].join(', '),
    style: styleUrl,
    dark_style: darkStyleUrl,
    pmtiles: isOwnFile(pmtiles) ? MAP_FILE : pmtiles,
  }
}

const isOwnFile = (pmtiles: string) => pmtiles !== '' && !URL.canParse(pmtiles)

/** @throws AppError invalid_request */
function parseQuery(c: Context<AppEnv>): string {
  const query = (c.req.query('q') ?? '').trim()
  if (query === '') throw invalidRequest('q: Expected what to search for')
  if (query.length > MAX_PLACE_QUERY) throw invalidRequest(`q: Expected at most ${MAX_PLACE_QUERY} characters`)
  return query
}

/** @throws AppError invalid_request */
function parseNear(c: Context<AppEnv>): Position | undefined {
  const text = c.req.query('near')
  if (text === undefined) return undefined
  const position = parsePosition(text)
  if (!position) throw invalidRequest('near: Expected latitude and longitude in degrees, such as 45.8,-78.4')
  return position
}

const DEGREES = /^-?\d{1,3}(\.\d{1,20})?$/

/** Undefined if it is not a latitude and longitude in degrees. */
function parsePosition(text: string): Position | undefined {
  const parts = text.split(',')
  if (parts.length !== 2 || !parts.every((part) => DEGREES.test(part))) return undefined
  const [lat = 0, lon = 0] = parts.map(Number)
  return isOnEarth({ lat, lon }) ? { lat, lon } : undefined
}

import { Hono } from 'hono'
import { canSeeWeather } from '#domain/access.ts'
import type { WeatherResponse } from '#domain/api/weather.ts'
import { AppError } from '#domain/errors.ts'
import type { PlaceUsers } from '#domain/places/place-refs.ts'
import type { Places } from '#domain/plan/places.ts'
import type { Trip } from '#domain/trip.ts'
import { listWeatherPlaces } from '#domain/weather/weather-places.ts'
import { weatherKey } from '#domain/weather/weather-position.ts'
import { clientNetwork } from '../http/client.ts'
import type { AppEnv } from '../http/context.ts'
import { requireReadableTrip } from '../trips/sharing.ts'
import type { AppDeps } from './app-deps.ts'
import { findReader, requireTripFor } from './trip-of-request.ts'

/** The weather of a trip's places, for everybody who can open it. */
export function weatherRoutes(deps: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId/weather', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canSeeWeather)
    return c.json(await findWeather(deps, trip, person.id))
  })

  return routes
}

/** The same for those who have the trip's link, and for everybody if it is public. */
export function sharedWeatherRoutes(deps: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId/weather', async (c) => {
    const reader = await findReader(c, deps)
    if (!reader) throw new AppError('not_signed_in')
    const { trip } = await requireReadableTrip(deps.db, reader.person, c.req.param('tripId'), c.req.query('token'))
    return c.json(await findWeather(deps, trip, reader.person?.id ?? clientNetwork(c, deps.settings)))
  })

  return routes
}

/**
 * Positions come from the plan, never from the client.
 * @param by the user or network that asks
 * @throws AppError data_not_loaded if a section that says which places count cannot be loaded
 */
async function findWeather({ plan, forecasts }: AppDeps, trip: Trip, by: string): Promise<WeatherResponse> {
  if (!forecasts.isOn) return { is_on: false, places: [] }
  const versions = await plan.listVersions(trip.id)
  const load = async (name: 'places' | keyof PlaceUsers) => [name, (await plan.load(trip, name, versions[name])).value]
  const names = ['places', 'details', 'itinerary', 'meals', 'tickets', 'stays', 'rides'] as const
  const { places, ...users } = Object.fromEntries(await Promise.all(names.map(load))) as { places: Places } & PlaceUsers
  const listed = await Promise.all(
    listWeatherPlaces(places, users).map(async ({ place, position }) => ({
      place_id: place.id,
      key: weatherKey(position),
      forecast: await forecasts.find(position, by),
    })),
  )
  return { is_on: true, places: listed }
}

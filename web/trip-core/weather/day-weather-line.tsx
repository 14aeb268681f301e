import { daysBetween, type LocalDate } from '#domain/local-date.ts'
import type { Position } from '#domain/places/position.ts'
import { timeText } from '#domain/today/time-text.ts'
import type { Trip } from '#domain/trip.ts'
import { daySummary } from '#domain/weather/day-words.ts'
import { FORECAST_DAYS, findDay } from '#domain/weather/forecast.ts'
import { usesFahrenheit } from '#domain/weather/units.ts'
import { weatherKey } from '#domain/weather/weather-position.ts'
import * as m from '#messages'
import { deviceRegion } from '#web/browser/device-region.ts'
import { forecastOf, useWeather } from '#web/data/trips/weather.ts'
import { useTripClock } from '../days/use-trip-clock.ts'
import { useDerived } from '../derived/use-derived.ts'
import { useTripZone } from '../places/use-trip-zone.ts'
import { type Sun, sunOn } from './sky.ts'
import { weatherPlaces } from './weather-places.ts'

interface DayWeatherLineProps {
  trip: Trip
  date: LocalDate
  position: Position
}

/** The words of `DayWeather`. The sun is always known, the weather as far as there is a forecast. */
export function DayWeatherLine({ trip, date, position }: DayWeatherLineProps) {
  const zone = useTripZone(trip.id)
  const ahead = daysBetween(useTripClock(trip.id).date, date)
  const sun = sunOn(date, position, zone)
  return ahead < FORECAST_DAYS ? <Forecast {...{ trip, date, position, sun }} /> : sunText(sun)
}

function Forecast({ trip, date, position, sun }: DayWeatherLineProps & { sun: Sun }) {
  // As the panel asks for them, so that there is one question.
  const keys = (useDerived(trip, weatherPlaces) ?? []).map((place) => weatherKey(place.position))
  const forecast = forecastOf(useWeather(trip.id, keys).response, weatherKey(position))
  const day = forecast && findDay(forecast, date)
  const summary = day && daySummary(day, usesFahrenheit(deviceRegion()))
  if (summary === undefined) return sunText(sun)
  if (sun.is !== 'rising') return m.weather_line_with_sentence({ summary, sentence: sunText(sun) })
  return m.weather_line({ summary, time: timeText(sun.sunset) })
}

function sunText(sun: Sun): string {
  if (sun.is === 'rising') return m.weather_sunset({ time: timeText(sun.sunset) })
  return sun.is === 'up' ? m.weather_sun_up() : m.weather_sun_down()
}

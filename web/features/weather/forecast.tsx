import { type CSSProperties, useId, useState } from 'react'
import { Link } from 'wouter'
import { formatLocalDate, type LocalDate } from '#domain/local-date.ts'
import type { Details } from '#domain/plan/details.ts'
import { clockOf } from '#domain/today/clock.ts'
import type { Trip } from '#domain/trip.ts'
import { findDay } from '#domain/weather/forecast.ts'
import { type WeatherDays, weatherDays } from '#domain/weather/weather-days.ts'
import type { WeatherPlace } from '#domain/weather/weather-places.ts'
import { weatherKey } from '#domain/weather/weather-position.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { forecastOf, type TripWeather, useWeather } from '#web/data/trips/weather.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { useTripZone } from '#web/trip-core/places/use-trip-zone.ts'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { weatherPlaces } from '#web/trip-core/weather/weather-places.ts'
import { rich } from '#web/ui/rich.ts'
import { DayRow } from './day-row.tsx'
import { SourceLine } from './source-line.tsx'

interface ForecastProps {
  trip: Trip
  details: Details
  canEdit: boolean
}

/** The weather of the trip's days at its destination and other places of it. Nothing once the trip is over. */
export function Forecast({ trip, details, canEdit }: ForecastProps) {
  const places = useDerived(trip, weatherPlaces)
  const zone = useTripZone(trip.id)
  const shown = weatherDays(details, useTripClock(trip.id).date)
  if (!places || shown.is === 'after') return null
  return (
    <div className="grid gap-4">
      {!places.some(({ isDestination }) => isDestination) && <NoDestination tripId={trip.id} canEdit={canEdit} />}
      {places.length > 0 && <PlacesWeather {...{ trip, details, places, shown, zone }} />}
    </div>
  )
}

function NoDestination({ tripId, canEdit }: { tripId: string; canEdit: boolean }) {
  if (!canEdit) return <p className="text-muted">{m.weather_place_missing()}</p>
  return (
    <p className="text-muted">
      {rich(
        m.weather_place_choose({
          link: (text) => (
            <Link href={`/trip/${tripId}/map?find=destination`} className="text-action underline underline-offset-4">
              {text}
            </Link>
          ),
        }),
      )}
    </p>
  )
}

type ShownDays = Exclude<WeatherDays, { is: 'after' }>

interface PlacesWeatherProps extends Pick<ForecastProps, 'trip' | 'details'> {
  places: readonly WeatherPlace[]
  shown: ShownDays
  /** Of the trip. */
  zone: string
}

function PlacesWeather({ trip, details, places, shown, zone }: PlacesWeatherProps) {
  const [chosen, setChosen] = useState('')
  const current = places.find(({ place }) => place.id === chosen) ?? places[0]
  if (!current) return null
  const nameOf = ({ place, isDestination }: WeatherPlace) =>
    place.name.trim() || (isDestination && details.destination_name.trim()) || m.weather_place_unnamed()
  const isAhead = shown.is === 'days' && shown.forecastFrom !== undefined
  const days = { shown, current, placeName: nameOf(current), zone: current.place.zone || zone }
  return (
    <>
      {places.length > 1 && (
        <PlaceChoice
          options={places.map((one) => ({ id: one.place.id, name: nameOf(one) }))}
          chosen={current.place.id}
          onChoose={setChosen}
        />
      )}
      {/* Nobody is asked for a forecast that there cannot be. */}
      {isAhead ? <Days {...days} weather={undefined} /> : <KnownDays {...{ trip, places }} {...days} />}
    </>
  )
}

interface PlaceChoiceProps {
  options: readonly { id: string; name: string }[]
  chosen: string
  onChoose: (id: string) => void
}

function PlaceChoice({ options, chosen, onChoose }: PlaceChoiceProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{m.weather_place_legend()}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.id}
            className="touch relative inline-flex max-w-full items-center rounded-full border border-edge bg-raised px-3.5 text-sm transition-colors hover:border-action has-checked:border-action has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              checked={option.id === chosen}
              onChange={() => onChoose(option.id)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span className="truncate">{option.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface DaysProps {
  shown: ShownDays
  current: WeatherPlace
  /** In which its days and times are; '' for the device's. */
  zone: string
  placeName: string
  /** Undefined if there can be none yet. */
  weather: TripWeather | undefined
}

function KnownDays({
  trip,
  places,
  ...rest
}: Omit<DaysProps, 'weather'> & Pick<PlacesWeatherProps, 'trip' | 'places'>) {
  const keys = places.map(({ position }) => weatherKey(position))
  return <Days {...rest} weather={useWeather(trip.id, keys)} />
}

/** More days than this are behind a button. */
const FIRST_DAYS = 7

function Days({ shown, current, zone, placeName, weather }: DaysProps) {
  const [isLong, setIsLong] = useState(false)
  const today = clockOf(new Date(), zone).date
  const forecast = forecastOf(weather?.response, weatherKey(current.position))
  const isLoading = weather !== undefined && !weather.response && !weather.hasFailed
  const isOff = weather?.response?.is_on === false
  const days = isLong ? shown.days : shown.days.slice(0, FIRST_DAYS)
  const more = shown.days.length - days.length
  const weatherOf = (date: LocalDate) => {
    if (!forecast) return 'none'
    return findDay(forecast, date) ?? 'later'
  }
  // Days that are there before their weather would move when it comes.
  if (isLoading) return <LoadingDays count={days.length} />
  return (
    <div className="@container grid gap-3">
      {shown.is === 'undated' && <p className="text-muted">{m.weather_undated()}</p>}
      {shown.is === 'days' && shown.forecastFrom && (
        <p className="text-muted">{m.weather_forecast_from({ date: formatLocalDate(shown.forecastFrom) })}</p>
      )}
      {weather && !forecast && !isOff && <NoForecast />}
      <ol
        aria-label={m.weather_days_label()}
        className="grid @3xl:grid-cols-[repeat(var(--few),minmax(0,1fr))] @3xl:gap-3 @5xl:grid-cols-[repeat(var(--many),minmax(0,1fr))]"
        style={{ '--few': columnsOf(days.length, 4), '--many': columnsOf(days.length, 6) } as CSSProperties}
      >
        {days.map((date) => (
          <DayRow
            key={date}
            {...{ date, zone }}
            isToday={date === today}
            position={current.position}
            weather={weatherOf(date)}
          />
        ))}
      </ol>
      {more > 0 && (
        <TextButton className="justify-self-start" onClick={() => setIsLong(true)}>
          {m.weather_more_days({ count: more })}
        </TextButton>
      )}
      {zone === '' && <p className="text-sm text-muted">{m.weather_device_times()}</p>}
      {forecast && <SourceLine forecast={forecast} place={placeName} />}
    </div>
  )
}

/** About as high as the days and what is below them. */
function LoadingDays({ count }: { count: number }) {
  return (
    <div className="@container">
      <p
        className="min-h-[calc(5rem+var(--days)*11rem)] text-muted @3xl:min-h-[calc(4rem+var(--few)*17rem)] @5xl:min-h-[calc(4rem+var(--many)*17rem)]"
        style={{ '--days': count, '--few': Math.ceil(count / 4), '--many': Math.ceil(count / 6) } as CSSProperties}
      >
        {m.weather_loading()}
      </p>
    </div>
  )
}

/** So many columns that the rows are as full as each other: seven days are four and three, not six and one. */
const columnsOf = (count: number, most: number) => Math.ceil(count / Math.ceil(count / most))

function NoForecast() {
  const isOnline = useIsOnline()
  return <p className="text-muted">{isOnline ? m.weather_none() : m.weather_none_offline()}</p>
}

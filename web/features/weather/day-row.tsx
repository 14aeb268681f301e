import { Moon as MoonIcon, Sunrise, TriangleAlert } from 'lucide-react'
import type { LocalDate } from '#domain/local-date.ts'
import type { Position } from '#domain/places/position.ts'
import { timeText } from '#domain/today/time-text.ts'
import { formatDay } from '#domain/trip-days.ts'
import type { WeatherDay } from '#domain/weather/forecast.ts'
import { celsiusRange, fahrenheitRange, usesFahrenheit } from '#domain/weather/units.ts'
import { warningsOf, warningText } from '#domain/weather/warnings.ts'
import { meaningOf } from '#domain/weather/weather-code.ts'
import * as m from '#messages'
import { deviceRegion } from '#web/browser/device-region.ts'
import { type Moon, type MoonPhase, moonOn, type Sun, sunOn } from '#web/trip-core/weather/sky.ts'
import { SkyIcon } from './sky-icon.tsx'

const across = 'col-span-full'

interface DayRowProps {
  date: LocalDate
  isToday: boolean
  position: Position
  zone: string
  /** `later`: too far ahead. `none`: only sun and moon are known. */
  weather: WeatherDay | 'later' | 'none'
}

/** A day: a row on a phone, a column beside others where there is room. */
export function DayRow({ date, isToday, position, zone, weather }: DayRowProps) {
  // It breaks only before 'Today'.
  const day = formatDay(date).replaceAll(' ', '\u00a0')
  const known = typeof weather === 'object' ? weather : undefined
  const meaning = meaningOf(known?.code ?? null)
  return (
    <li className="grid max-w-none grid-cols-[auto_1fr_auto] content-start gap-x-3 gap-y-0.5 border-line py-3 not-first:border-t @3xl:grid-cols-[auto_1fr] @3xl:rounded-md @3xl:border @3xl:bg-raised @3xl:px-3">
      <h3
        className={`text-base @3xl:col-span-full @3xl:col-start-1 ${isToday ? 'text-accent' : ''} ${known ? 'col-start-2' : 'col-span-full'}`}
      >
        {isToday ? m.days_date_today({ date: day }) : day}
      </h3>
      {weather === 'later' && <p className={`${across} text-sm text-muted`}>{m.weather_day_later()}</p>}
      {known && (
        <>
          <div className="col-start-1 row-span-2 row-start-1 grid size-8 place-items-center @3xl:row-span-1 @3xl:row-start-2">
            {meaning && <SkyIcon sky={meaning.sky} className="size-8 text-action" />}
          </div>
          <p className="col-start-2 min-h-[1.5em] min-w-0 leading-snug wrap-anywhere @3xl:self-center">
            {meaning?.words()}
          </p>
          <Temperatures day={known} />
          <Facts day={known} />
        </>
      )}
      <SunAndMoon sun={sunOn(date, position, zone)} moon={moonOn(date, position, zone)} />
    </li>
  )
}

/** The low and the high, in °F too where people know it better. */
function Temperatures({ day: { low, high } }: { day: WeatherDay }) {
  const withFahrenheit = usesFahrenheit(deviceRegion())
  if (low === null || high === null) return null
  return (
    <p className="col-start-3 row-span-2 row-start-1 text-right tabular-nums @3xl:col-span-2 @3xl:col-start-1 @3xl:row-span-1 @3xl:row-start-3 @3xl:text-left">
      <span className="block text-lg leading-snug">{celsiusRange(low, high)}</span>
      {withFahrenheit && <span className="block text-sm text-muted">{fahrenheitRange(low, high)}</span>}
    </p>
  )
}

/** Rain, wind and sun, and what to look out for. */
function Facts({ day }: { day: WeatherDay }) {
  return (
    <>
      {warningsOf(day).map((kind) => (
        <p key={kind} className={`${across} flex items-start gap-1.5 text-sm text-warn`}>
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {warningText(kind, day)}
        </p>
      ))}
      <p className={`${across} flex flex-wrap gap-x-3 text-sm text-muted`}>
        {[rainText(day), windText(day), day.uv !== null && m.weather_uv({ index: Math.round(day.uv) })]
          .filter((fact) => typeof fact === 'string')
          .map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
      </p>
    </>
  )
}

/** Less than this is what a forecast says of a dry day, too. */
const NO_RAIN_MM = 0.1
const NO_RAIN_CHANCE = 10

function rainText({ rain, rain_chance }: WeatherDay): string | undefined {
  if (rain === null) return undefined
  if (rain < NO_RAIN_MM && (rain_chance ?? 0) < NO_RAIN_CHANCE) return m.weather_rain_none()
  const amount = rain < 1 ? m.weather_rain_traces() : m.weather_rain_amount({ amount: Math.round(rain) })
  return m.weather_rain({ known: rain_chance === null ? 'no' : 'yes', amount, chance: Math.round(rain_chance ?? 0) })
}

function windText({ wind, gusts }: WeatherDay): string | undefined {
  if (wind === null) return undefined
  const known = gusts === null ? 'no' : 'yes'
  return m.weather_wind({ known, wind: Math.round(wind), gusts: Math.round(gusts ?? 0) })
}

function SunAndMoon({ sun, moon }: { sun: Sun; moon: Moon }) {
  return (
    <div className={`${across} flex flex-wrap gap-x-3 text-sm text-muted @3xl:grid`}>
      <p className="flex items-start gap-1.5">
        <Sunrise aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {sunText(sun)}
      </p>
      <p className="flex items-start gap-1.5">
        <MoonIcon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {moonText(moon)}
      </p>
    </div>
  )
}

function sunText(sun: Sun): string {
  if (sun.is === 'up') return m.weather_sun_up()
  if (sun.is === 'rising') return m.weather_sun({ from: timeText(sun.sunrise), to: timeText(sun.sunset) })
  const { dawn, dusk } = sun
  if (dawn === undefined || dusk === undefined) return m.weather_sun_down()
  return m.weather_sun_down_light({ from: timeText(dawn), to: timeText(dusk) })
}

const phases: Record<MoonPhase, () => string> = {
  new: m.weather_moon_new,
  waxing_crescent: m.weather_moon_waxing_crescent,
  first_quarter: m.weather_moon_first_quarter,
  waxing_gibbous: m.weather_moon_waxing_gibbous,
  full: m.weather_moon_full,
  waning_gibbous: m.weather_moon_waning_gibbous,
  last_quarter: m.weather_moon_last_quarter,
  waning_crescent: m.weather_moon_waning_crescent,
}

function moonText({ phase, rises }: Moon): string {
  const time = rises === undefined ? '' : timeText(rises)
  return m.weather_moon({ rises: time === '' ? 'no' : 'yes', phase: phases[phase](), time })
}

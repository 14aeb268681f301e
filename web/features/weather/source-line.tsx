import { useEffect, useState } from 'react'
import type { KnownForecast } from '#domain/api/weather.ts'
import { daysBetween } from '#domain/local-date.ts'
import { clockOf } from '#domain/today/clock.ts'
import { timeText } from '#domain/today/time-text.ts'
import { formatDay } from '#domain/trip-days.ts'
import * as m from '#messages'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** An age is named in hours until it is so old. */
const DAYS_FROM_MS = 2 * DAY_MS
/** The service is asked every hour, and a device asks a little later. What is older is not the newest any more. */
const OLD_MS = 1.5 * HOUR_MS

/** Who says so, when, and for which place. */
export function SourceLine({ forecast, place }: { forecast: KnownForecast; place: string }) {
  const now = useMinutes()
  const askedAt = new Date(forecast.asked_at)
  // The server's clock may be ahead.
  const ageMs = Math.max(0, now - askedAt.getTime())
  const age = ageText(ageMs)
  return (
    <div className="grid gap-x-4 text-sm text-muted">
      <p>
        {ageMs < OLD_MS
          ? m.weather_source({ age, place })
          : m.weather_source_old({ age, place, moment: momentText(askedAt, now) })}{' '}
        {!forecast.is_current && m.weather_not_answering()}
      </p>
      <p>{m.weather_attribution()}</p>
    </div>
  )
}

/** The time, as of the last minute. */
function useMinutes(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

function ageText(ms: number): string {
  if (ms < MINUTE_MS) return m.weather_age_now()
  if (ms < HOUR_MS) return m.weather_age_minutes({ count: Math.floor(ms / MINUTE_MS) })
  if (ms < DAYS_FROM_MS) return m.weather_age_hours({ count: Math.floor(ms / HOUR_MS) })
  return m.weather_age_days({ count: Math.floor(ms / DAY_MS) })
}

const WEEK = 7
let weekday: Intl.DateTimeFormat | undefined

/** A moment on this device's clock: 'Friday, 6:20 PM', or with its date if that was more than a week ago. */
function momentText(at: Date, now: number): string {
  const { date, minute } = clockOf(at)
  weekday ??= new Intl.DateTimeFormat('en-CA', { weekday: 'long' })
  const isRecent = daysBetween(date, clockOf(new Date(now)).date) < WEEK
  return m.weather_moment({ weekday: isRecent ? weekday.format(at) : formatDay(date), time: timeText(minute) })
}

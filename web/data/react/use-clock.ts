import { useEffect, useState } from 'react'
import { type Clock, clockOf, DAY_MINUTES, timeUntil } from '#domain/today/clock.ts'

/**
 * The clock of the device or of a time zone, as of the last time that something on the screen changed by it. One timer
 * waits for `changesAt`, a minute of today, or for midnight. A phone that slept catches up when somebody looks at it.
 * @param zone as in `clockOf`
 */
export function useClock(changesAt = DAY_MINUTES, zone = ''): Clock {
  const [read, setRead] = useState(() => ({ zone, clock: clockOf(new Date(), zone) }))
  const isRead = read.zone === zone
  const clock = isRead ? read.clock : clockOf(new Date(), zone)
  if (!isRead) setRead({ zone, clock })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer is set again whenever the clock was read
  useEffect(() => {
    const update = () => setRead({ zone, clock: clockOf(new Date(), zone) })
    const updateIfVisible = () => document.visibilityState === 'visible' && update()
    const timer = setTimeout(update, timeUntil(changesAt, new Date(), zone))
    document.addEventListener('visibilitychange', updateIfVisible)
    addEventListener('pageshow', updateIfVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', updateIfVisible)
      removeEventListener('pageshow', updateIfVisible)
    }
  }, [read, changesAt, zone])
  return clock
}

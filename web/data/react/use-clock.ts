import { useEffect, useState } from 'react'
import { type Clock, clockOf, DAY_MINUTES, timeUntil } from '#domain/today/clock.ts'

/**
 * The device's clock, as of the last time that something on the screen changed by it. One timer waits for `changesAt`,
 * a minute of today, or for midnight. A phone that slept catches up when somebody looks at it.
 */
export function useClock(changesAt = DAY_MINUTES): Clock {
  const [clock, setClock] = useState(() => clockOf(new Date()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer is set again whenever the clock was read
  useEffect(() => {
    const update = () => setClock(clockOf(new Date()))
    const updateIfVisible = () => document.visibilityState === 'visible' && update()
    const timer = setTimeout(update, timeUntil(changesAt, new Date()))
    document.addEventListener('visibilitychange', updateIfVisible)
    addEventListener('pageshow', updateIfVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', updateIfVisible)
      removeEventListener('pageshow', updateIfVisible)
    }
  }, [clock, changesAt])
  return clock
}

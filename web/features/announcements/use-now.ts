import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The time in milliseconds since 1970, as of at most a minute ago while the page is on the screen. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const update = () => setNow(Date.now())
    const timer = setInterval(update, MINUTE_MS)
    document.addEventListener('visibilitychange', update)
    addEventListener('pageshow', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
      removeEventListener('pageshow', update)
    }
  }, [])
  return now
}

import { useEffect, useState } from 'react'
import { type LocalDate, localDateOf } from '#domain/local-date.ts'

/** Today by the device's clock. Changes at midnight, or when somebody comes back to the page after it. */
export function useToday(): LocalDate {
  const [today, setToday] = useState(() => localDateOf(new Date()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function look() {
      const now = new Date()
      setToday(localDateOf(now))
      clearTimeout(timer)
      timer = setTimeout(look, new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime())
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return today
}

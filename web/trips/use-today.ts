import { useEffect, useState } from 'react'
import { type LocalDate, localDateOf } from '#domain/local-date.ts'

/** Today by the device's clock. It updates at midnight, and when somebody returns to the page. */
export function useToday(): LocalDate {
  const [today, setToday] = useState(() => localDateOf(new Date()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function update() {
      const now = new Date()
      setToday(localDateOf(now))
      clearTimeout(timer)
      timer = setTimeout(
        update,
        new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime(),
      )
    }
    update()
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return today
}

import { useEffect, useRef } from 'react'

/** Returns a signal that is aborted when the component goes. */
export function useStopSignal(): () => AbortSignal {
  const stop = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort()
  }, [])
  return () => stop.current.signal
}

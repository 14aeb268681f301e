import { startTransition, useEffect, useState } from 'react'

/** Whether the page is on the screen. @param isReady whether what is waited for is in it */
export function useIsPainted(isReady = true): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    if (!isReady) return
    const frame = requestAnimationFrame(() => setTimeout(() => startTransition(() => setIsPainted(true))))
    return () => cancelAnimationFrame(frame)
  }, [isReady])
  return isPainted
}

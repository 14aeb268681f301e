import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Renders its children once the rest of the page is on the screen, so that the plan does not wait for them. */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => startTransition(() => setPainted(true))))
    return () => cancelAnimationFrame(frame)
  }, [])
  return painted && children
}

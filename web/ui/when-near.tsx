import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far below the screen something is already rendered, to be there before somebody scrolls to it. */
const NEAR = '400px'

/** Renders and loads its children only when they are about to be seen. `room` is the placeholder until then. */
export function WhenNear({ room, children }: { room: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      rootMargin: NEAR,
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  return isNear ? children : <div ref={place}>{room}</div>
}

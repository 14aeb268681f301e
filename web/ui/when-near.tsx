import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far below the screen something may be and still be drawn: it is there before somebody has scrolled to it. */
const NEAR = '400px'

/** What is drawn, and loaded, only when it is about to be seen. `room` stands there until then. */
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

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { observeNear } from './observe-near.ts'

/** How far below the screen something is already rendered, to be there before somebody scrolls to it. */
const NEAR = '400px'

/**
 * Renders and loads its children only when they are about to be seen. `room` is the placeholder until then: one
 * element or several.
 */
export function WhenNear({ room, children }: { room: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const first = place.current?.firstElementChild
    if (isNear || !first) return
    return observeNear(first, NEAR, () => setIsNear(true))
  }, [isNear])
  return isNear ? (
    children
  ) : (
    // `contents` has no box, so that each element of the placeholder is in its later place.
    <div ref={place} className="contents">
      {room}
    </div>
  )
}

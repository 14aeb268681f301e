import { useState } from 'react'
import { TripDrawing } from './trip-drawing.tsx'

type BackdropProps = {
  type: 'car_trip' | 'air_travel'
  /** A photograph from the stock-photo host. Without it, or while it does not come, the drawing stands alone. */
  photo?: string | undefined
  onPhotoError?: () => void
}

/**
 * Lies behind a whole page: a drawing that thins out downwards into the page's colour, and a photograph that fades in over it.
 * The photograph stays so faint that the `text` role reads at 4.5:1 on its darkest and its brightest spot.
 */
export function Backdrop({ type, photo, onPhotoError }: BackdropProps) {
  const [loaded, setLoaded] = useState('')
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 -z-10 h-lvh bg-page">
      <div className="relative h-full overflow-hidden fading-out">
        <TripDrawing type={type} view="page" className="absolute inset-0 size-full" />
        {photo && (
          <img
            key={photo}
            src={photo}
            alt=""
            aria-hidden="true"
            referrerPolicy="no-referrer"
            fetchPriority="low"
            decoding="async"
            onLoad={() => setLoaded(photo)}
            onError={onPhotoError}
            className={`absolute inset-0 size-full object-cover transition-opacity duration-240 ${loaded === photo ? 'opacity-30 dark:opacity-24' : 'opacity-0'}`}
          />
        )}
      </div>
    </div>
  )
}

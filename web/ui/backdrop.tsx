import { useState } from 'react'
import { TripDrawing } from './trip-drawing.tsx'

type BackdropProps = {
  type: 'car_trip' | 'air_travel'
  /** A photo from the stock-photo host. The drawing alone is shown without it and until it loads. */
  photo?: string | undefined
  onPhotoError?: () => void
}

/**
 * The background of a page: a drawing that fades out downwards into the page's colour, and a photo that fades in over
 * it. The photo stays so faint that `text` has a contrast of 4.5:1 on its darkest and its brightest spot.
 */
export function Backdrop({ type, photo, onPhotoError }: BackdropProps) {
  const [loaded, setLoaded] = useState('')
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 -z-10 h-lvh bg-page print:hidden">
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

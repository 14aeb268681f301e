import { Suspense, useState } from 'react'
import type { TripType } from '#domain/trip.ts'
import { BackdropFrame } from '#web/ui/backdrop-frame.tsx'
import { lateDrawings } from '#web/ui/late-drawings.ts'
import { findTripPhoto, notePhotoFailed } from './trip-photos.ts'

/**
 * The background of a trip: its type's drawing, and a photo from the stock-photo host that fades in over it. The photo
 * stays so faint that `text` has a contrast of 4.5:1 on its darkest and its brightest spot. Without it and until it
 * loads, the drawing alone is shown.
 */
export function TripBackdrop({ type }: { type: TripType }) {
  const [loaded, setLoaded] = useState('')
  const [, setFailed] = useState(false)
  const photo = findTripPhoto(type)
  const Drawing = lateDrawings[type]
  return (
    <BackdropFrame isQuiet>
      <Suspense>
        <Drawing view="page" className="absolute inset-0 size-full" />
      </Suspense>
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
          onError={() => {
            notePhotoFailed()
            setFailed(true)
          }}
          className={`absolute inset-0 size-full object-cover transition-opacity duration-240 ${loaded === photo ? 'opacity-30 dark:opacity-24' : 'opacity-0'}`}
        />
      )}
    </BackdropFrame>
  )
}

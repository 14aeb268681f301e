import { useState } from 'react'
import type { TripType } from '#domain/trip.ts'
import { Backdrop } from '#web/ui/backdrop.tsx'
import { findTripPhoto, notePhotoFailed } from './trip-photos.ts'

/** What lies behind a trip's pages: its drawing, and the photograph while its host can be reached. */
export function TripBackdrop({ type }: { type: TripType }) {
  const [, setFailed] = useState(false)
  return (
    <Backdrop
      type={type}
      photo={findTripPhoto(type)}
      onPhotoError={() => {
        notePhotoFailed()
        setFailed(true)
      }}
    />
  )
}

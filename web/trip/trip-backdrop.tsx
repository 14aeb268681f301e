import { useState } from 'react'
import type { TripType } from '#domain/trip.ts'
import { Backdrop } from '#web/ui/backdrop.tsx'
import { findTripPhoto, notePhotoFailed } from './trip-photos.ts'

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

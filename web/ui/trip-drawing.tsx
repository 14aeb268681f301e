import { Suspense } from 'react'
import { type DrawingProps, lateDrawings } from './late-drawings.ts'
import { RoadDrawing } from './road-drawing.tsx'

/** A trip's drawing. The one for road trips is there at once. */
export function TripDrawing({ type, ...props }: DrawingProps & { type: 'car_trip' | 'air_travel' }) {
  if (type === 'car_trip') return <RoadDrawing {...props} />
  return (
    <Suspense fallback={<div className={props.className} />}>
      <lateDrawings.air_travel {...props} />
    </Suspense>
  )
}

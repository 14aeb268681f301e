import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import { RoadDrawing } from './road-drawing.tsx'

type DrawingProps = ComponentProps<typeof RoadDrawing>

/** Fetched where somebody flies. It only decorates: where it cannot be had, nothing stands there. */
const AirDrawing = lazy(async (): Promise<{ default: ComponentType<DrawingProps> }> => {
  const drawing = await import('./air-drawing.tsx').catch(() => undefined)
  return { default: drawing?.AirDrawing ?? (() => null) }
})

/** The picture of a kind of trip. */
export function TripDrawing({ type, ...props }: DrawingProps & { type: 'car_trip' | 'air_travel' }) {
  if (type === 'car_trip') return <RoadDrawing {...props} />
  return (
    <Suspense fallback={<div className={props.className} />}>
      <AirDrawing {...props} />
    </Suspense>
  )
}

import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import { RoadDrawing } from './road-drawing.tsx'

type DrawingProps = ComponentProps<typeof RoadDrawing>

/** Loaded for air travel only. It is decorative: if it cannot be loaded, nothing is shown. */
const AirDrawing = lazy(async (): Promise<{ default: ComponentType<DrawingProps> }> => {
  const drawing = await import('./air-drawing.tsx').catch(() => undefined)
  return { default: drawing?.AirDrawing ?? (() => null) }
})

export function TripDrawing({ type, ...props }: DrawingProps & { type: 'car_trip' | 'air_travel' }) {
  if (type === 'car_trip') return <RoadDrawing {...props} />
  return (
    <Suspense fallback={<div className={props.className} />}>
      <AirDrawing {...props} />
    </Suspense>
  )
}

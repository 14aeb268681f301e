import { BackdropFrame } from './backdrop-frame.tsx'
import { TripDrawing } from './trip-drawing.tsx'

/** The background of a page: a drawing that fades out downwards into the page's colour. */
export function Backdrop({ type, isQuiet = false }: { type: 'car_trip' | 'air_travel'; isQuiet?: boolean }) {
  return (
    <BackdropFrame isQuiet={isQuiet}>
      <TripDrawing type={type} view="page" className="absolute inset-0 size-full" />
    </BackdropFrame>
  )
}

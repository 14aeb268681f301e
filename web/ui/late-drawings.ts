import { type ComponentType, lazy } from 'react'

export interface DrawingProps {
  /** A detail for the top of a card (the default), or the whole drawing for a page. */
  view?: 'card' | 'page'
  className?: string
}

/** Loads a drawing when it is first shown. It is decorative: if it cannot be loaded, nothing is shown. */
function late(load: () => Promise<ComponentType<DrawingProps>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<DrawingProps> => () => null) }))
}

/** The drawings of both types of trip, to be shown inside of a Suspense. */
export const lateDrawings = {
  car_trip: late(() => import('./road-drawing.tsx').then((module) => module.RoadDrawing)),
  air_travel: late(() => import('./air-drawing.tsx').then((module) => module.AirDrawing)),
}

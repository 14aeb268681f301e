import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { WhenNear } from '#web/ui/when-near.tsx'
import type { StillMapProps } from './still-map/still-map.tsx'
import type { StillMapOfTrip as OfTrip } from './still-map/still-map-of-trip.tsx'

const StillMap = lazy(async () => ({
  default: (await importWithRetry(() => import('./still-map/still-map.tsx'))).StillMap,
}))

const StillMapOfTrip = lazy(async () => ({
  default: (await importWithRetry(() => import('./still-map/still-map-of-trip.tsx'))).StillMapOfTrip,
}))

/** `StillMap` in the room that it takes, empty until it is about to be seen and its code has loaded. */
export function LazyStillMap(props: StillMapProps) {
  return (
    <InItsRoom>
      <StillMap {...props} />
    </InItsRoom>
  )
}

/** The same with the trip's tracks. */
export function LazyStillMapOfTrip(props: ComponentProps<typeof OfTrip>) {
  return (
    <InItsRoom>
      <StillMapOfTrip {...props} />
    </InItsRoom>
  )
}

function InItsRoom({ children }: { children: ReactNode }) {
  return (
    <WhenNear room={<Room />}>
      <Room>
        <Suspense>{children}</Suspense>
      </Room>
    </WhenNear>
  )
}

function Room({ children }: { children?: ReactNode }) {
  return <div className="aspect-8/5">{children}</div>
}

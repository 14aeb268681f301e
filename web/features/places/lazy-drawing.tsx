import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import type { PlaceDrawing } from './place-drawing.tsx'

const Drawing = lazy(async () => ({
  default: (await importWithRetry(() => import('./place-drawing.tsx'))).PlaceDrawing,
}))

/** `PlaceDrawing` in the room that it takes, empty until its code has loaded. */
export function LazyDrawing(props: ComponentProps<typeof PlaceDrawing>) {
  return (
    <DrawingRoom>
      <Suspense>
        <Drawing {...props} />
      </Suspense>
    </DrawingRoom>
  )
}

export function DrawingRoom({ children }: { children?: ReactNode }) {
  return <div className="aspect-[480/300]">{children}</div>
}

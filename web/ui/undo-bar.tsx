import { Suspense, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { page } from '#web/loading/page.tsx'
import type { Undo } from './undo-offer.tsx'
import { findUndoPlace, subscribeToUndoPlace } from './undo-place.ts'

export type { Undo } from './undo-offer.tsx'

const UndoOffer = page(() => import('./undo-offer.tsx').then((module) => module.UndoOffer))

/** Offers to undo the last action, for ten seconds or until the next undoable action. */
export function UndoBar({ offer, onGone }: { offer: Undo | undefined; onGone: () => void }) {
  const place = useSyncExternalStore(subscribeToUndoPlace, findUndoPlace)
  const region = (
    <div
      role="status"
      className={`pointer-events-none flex justify-center ${place ? '' : 'over-tabs fixed inset-x-0 z-30 px-4 md:bottom-6'}`}
    >
      <Suspense>{offer && <UndoOffer offer={offer} onGone={onGone} />}</Suspense>
    </div>
  )
  return place ? createPortal(region, place) : region
}

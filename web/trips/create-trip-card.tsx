import { Plus } from 'lucide-react'
import * as m from '#messages'

/** The dashed card that creates a trip. `onReach` is called when somebody is about to press it. */
export function CreateTripCard({ onPress, onReach }: { onPress: () => void; onReach: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      onPointerEnter={onReach}
      onFocus={onReach}
      className="group flex h-full min-h-24 w-full items-center justify-center gap-4 rounded-lg border-2 border-dashed border-edge bg-surface/70 p-5 text-action transition-colors hover:border-action hover:bg-action-soft sm:min-h-56 sm:flex-col"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-full border-2 border-current transition-transform group-hover:rotate-90">
        <Plus aria-hidden="true" className="size-6" />
      </span>
      <span className="sign text-lg">{m.trips_create_open()}</span>
    </button>
  )
}

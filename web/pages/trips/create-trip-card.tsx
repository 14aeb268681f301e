import { Plus } from 'lucide-react'
import * as m from '#messages'

/** The dashed card that creates a trip. `onReach`: it will probably be pressed. */
export function CreateTripCard({ onPress, onReach }: { onPress: () => void; onReach: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      onPointerEnter={onReach}
      onFocus={onReach}
      className="group flex min-h-13 w-full items-center justify-center gap-2 rounded-lg border-2 border-dashed border-edge bg-surface/70 p-2 text-action transition-colors hover:border-action hover:bg-action-soft"
    >
      <Plus aria-hidden="true" className="size-6 shrink-0 transition-transform group-hover:rotate-90" />
      <span className="sign text-base">{m.trips_create_open()}</span>
    </button>
  )
}

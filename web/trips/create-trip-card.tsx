import { Plus } from 'lucide-react'
import * as m from '#messages'

/** The dashed card that creates a trip: slim above trips, large without any. `onReach`: it will probably be pressed. */
export function CreateTripCard({ onPress, onReach }: { onPress: () => void; onReach: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      onPointerEnter={onReach}
      onFocus={onReach}
      className="group flex min-h-13 w-full items-center justify-center gap-2 rounded-lg border-2 border-dashed border-edge bg-surface/70 p-2 text-action transition-colors hover:border-action hover:bg-action-soft in-[li:only-child]:min-h-24 in-[li:only-child]:sm:min-h-56"
    >
      <Plus aria-hidden="true" className="size-6 shrink-0 transition-transform group-hover:rotate-90" />
      <span className="sign text-base in-[li:only-child]:text-lg">{m.trips_create_open()}</span>
    </button>
  )
}

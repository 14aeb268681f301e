import type { GearItem } from '#domain/gear/gear-items.ts'
import * as m from '#messages'
import { namesOfSome } from '#web/trip-core/some-names.ts'
import { Button } from '#web/ui/button.tsx'

interface NumbersOfferProps {
  /** Whose names have a number that nobody has used yet. */
  items: readonly GearItem[]
  onUse: () => void
}

/** Offers to use the numbers in all these names as how many are needed. */
export function NumbersOffer({ items, onUse }: NumbersOfferProps) {
  const count = items.length
  if (count === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 card px-4 py-2.5">
      <p className="min-w-0 grow basis-52 text-sm wrap-anywhere">
        {m.gear_numbers({ count, names: namesOfSome(items.map(({ item }) => item.name)) })}
      </p>
      <Button variant="quiet" className="text-sm" onClick={onUse}>
        {m.gear_numbers_use({ count })}
      </Button>
    </div>
  )
}

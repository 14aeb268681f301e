import { ChevronDown } from 'lucide-react'
import { type MouseEvent, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { beds as bedsSection } from '#domain/plan/beds.ts'
import { gear as gearSection } from '#domain/plan/gear.ts'
import type { ShoppingRow } from '#domain/shopping/rows.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSection } from '#web/data/trips/use-section.ts'
import { useCosts } from '#web/features/costs/use-costs.ts'
import { type ExpectedLine, isBuyer, LateRoom } from './late-room.tsx'
import { listLate } from './late-sources.ts'
import { OwnShopping } from './lazy-own-shopping.ts'
import type { TodayPlan } from './today-plan.ts'
import { keyOf, OwnRow } from './today-rows.tsx'

interface LateLinesProps {
  trip: Trip
  plan: TodayPlan
  /** What to leave room for as long as it is not computed. */
  room: readonly ExpectedLine[]
  /** How many are shown; a press shows the others. */
  places: number
  /** Gets how many lines there are, or will be. */
  onCount: (count: number) => void
}

const noRows: readonly ShoppingRow[] = []

/** The lines of gear, shopping, beds, duties ahead and costs. They are list items below the card's first ones. */
export function LateLines({ trip, plan, room, places, onCount }: LateLinesProps) {
  const gear = useSection(trip.id, 'gear')?.value ?? gearSection.empty
  const beds = useSection(trip.id, 'beds')?.value ?? bedsSection.empty
  const checklist = useSection(trip.id, 'checklist')?.value ?? []
  const shopping = useSection(trip.id, 'shopping')?.value
  const [rows, setRows] = useState<readonly ShoppingRow[]>()
  const costs = useCosts(trip)
  const buys = isBuyer(plan.me, shopping)
  const lines = listLate({ ...plan, beds, gear, checklist, shopping: (buys && rows) || noRows, costs })
  // The shopping list is computed by code of its own.
  const isComplete = !buys || rows !== undefined
  const missing = isComplete ? [] : room.slice(lines.length)
  const count = lines.length + missing.length
  const [isLong, setIsLong] = useState(false)
  const more = isLong ? 0 : lines.length - places
  function showAll({ currentTarget }: MouseEvent) {
    const list = currentTarget.closest('ul')
    const shown = list?.querySelectorAll('a').length ?? 0
    flushSync(() => setIsLong(true))
    list?.querySelectorAll('a')[shown]?.focus()
  }
  useEffect(() => onCount(count), [count, onCount])
  return (
    <>
      <Suspense>{buys && <OwnShopping trip={trip} onRows={setRows} />}</Suspense>
      {(isLong ? lines : lines.slice(0, places)).map((line, index) => (
        <OwnRow key={keyOf(line, index)} line={line} />
      ))}
      {more > 0 && (
        <li>
          <button
            type="button"
            onClick={showAll}
            className="sign touch -mx-2 flex items-center gap-1 rounded-md px-2 text-action hover:bg-action-soft"
          >
            {m.today_more({ count: more })}
            <ChevronDown aria-hidden="true" className="size-5" />
          </button>
        </li>
      )}
      <LateRoom room={missing} />
    </>
  )
}

import { lazy, Suspense, useEffect, useState } from 'react'
import { beds as bedsSection } from '#domain/plan/beds.ts'
import { gear as gearSection } from '#domain/plan/gear.ts'
import type { ShoppingRow } from '#domain/shopping/rows.ts'
import type { Trip } from '#domain/trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/loading/import-with-retry.ts'
import { useCosts } from '../../group/costs/use-costs.ts'
import { type ExpectedLine, LateRoom } from './late-room.tsx'
import { listLate } from './late-sources.ts'
import type { TodayPlan } from './today-plan.ts'
import { keyOf, OwnRow } from './today-rows.tsx'

const OwnShopping = lazy(async () => ({
  default: (await importWithRetry(() => import('./own-shopping.tsx'))).OwnShopping,
}))

interface LateLinesProps {
  trip: Trip
  plan: TodayPlan
  /** What to leave room for as long as it is not computed. */
  room: readonly ExpectedLine[]
  /** Gets how many lines there are, or will be. */
  onCount: (count: number) => void
}

const noRows: readonly ShoppingRow[] = []

/** The lines of gear, shopping, beds and costs. They are list items below the card's first ones. */
export function LateLines({ trip, plan, room, onCount }: LateLinesProps) {
  const gear = useSection(trip.id, 'gear')?.value ?? gearSection.empty
  const beds = useSection(trip.id, 'beds')?.value ?? bedsSection.empty
  const checklist = useSection(trip.id, 'checklist')?.value ?? []
  const shopping = useSection(trip.id, 'shopping')?.value
  const [rows, setRows] = useState<readonly ShoppingRow[]>()
  const costs = useCosts(trip)
  const buys = [...(shopping?.items ?? []), ...(shopping?.states ?? [])].some(({ buyer }) => buyer === plan.me)
  const lines = listLate({ ...plan, beds, gear, checklist, shopping: (buys && rows) || noRows, costs })
  // The shopping list is computed by code of its own.
  const isComplete = !buys || rows !== undefined
  const missing = isComplete ? [] : room.slice(lines.length)
  const count = lines.length + missing.length
  useEffect(() => onCount(count), [count, onCount])
  return (
    <>
      <Suspense>{buys && <OwnShopping trip={trip} onRows={setRows} />}</Suspense>
      {lines.map((line, index) => (
        <OwnRow key={keyOf(line, index)} line={line} />
      ))}
      <LateRoom room={missing} />
    </>
  )
}

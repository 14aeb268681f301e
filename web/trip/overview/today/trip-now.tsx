import { startTransition, use, useEffect, useState } from 'react'
import { canOpenTrip } from '#domain/access.ts'
import { phaseOf } from '#domain/today/phase.ts'
import type { Trip } from '#domain/trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/loading/import-with-retry.ts'
import type { TodayCard } from './today-card.tsx'
import { useClock } from './use-clock.ts'

/** How long an opening tab waits for the card, so that it does not push the rest away. A slow network has it later. */
const MAX_WAIT_MS = 1000

let Card: typeof TodayCard | undefined
let loading: Promise<void> | undefined
let loadingInTime: Promise<unknown> | undefined

function load(): Promise<void> {
  loading ??= importWithRetry(() => import('./today-card.tsx')).then((module) => {
    Card = module.TodayCard
  })
  return loading
}

function loadInTime(): Promise<unknown> {
  loadingInTime ??= Promise.race([load(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
  return loadingInTime
}

/** What the current user should see now: today's plan, or what is open for them. Nothing for readers. */
export function TripNow({ trip }: { trip: Trip }) {
  return canOpenTrip(trip) ? <Now trip={trip} /> : null
}

function Now({ trip }: { trip: Trip }) {
  const [changesAt, setChangesAt] = useState<number>()
  const clock = useClock(changesAt)
  const details = useSection(trip.id, 'details')?.value
  const hasGroup = useHasGroup(trip.id)
  const phase = details && phaseOf(details, clock.date)
  const isNeeded = phase !== undefined && (phase.is === 'during' || hasGroup)
  const isLoaded = useCard(isNeeded)
  if (!isNeeded || !isLoaded || !Card) return null
  return <Card trip={trip} phase={phase} clock={clock} onChangesAt={setChangesAt} />
}

/** Loads the card's code while it is needed. Only an opening tab waits for it; later somebody may be typing in it. */
function useCard(isNeeded: boolean): boolean {
  const [waits] = useState(isNeeded)
  const [isLoaded, setIsLoaded] = useState(Card !== undefined)
  if (waits && !Card) use(loadInTime())
  useEffect(() => {
    if (isNeeded && !isLoaded) void load().then(() => startTransition(() => setIsLoaded(true)))
  }, [isNeeded, isLoaded])
  return isLoaded || (waits && Card !== undefined)
}

/** Whether there may be something for one person to do: a quick check, without the code that finds out what. */
function useHasGroup(tripId: string): boolean {
  const people = useSection(tripId, 'people')?.value.length
  const claims = useSection(tripId, 'gear')?.value.claims.length
  const expenses = useSection(tripId, 'costs')?.value.expenses.length
  return Boolean(people || claims || expenses)
}

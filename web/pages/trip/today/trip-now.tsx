import { type CSSProperties, useState } from 'react'
import { canOpenTrip } from '#domain/access.ts'
import { addDays, type LocalDate, type OptionalLocalDate } from '#domain/local-date.ts'
import { arePlanned } from '#domain/templates/placeholders.ts'
import { type Phase, phaseOf } from '#domain/today/phase.ts'
import type { Trip } from '#domain/trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { section } from '#web/trip-core/derived/plan-view.ts'
import { useDerived, usePlanView } from '#web/trip-core/derived/use-derived.ts'
import { DayWeather } from '#web/trip-core/weather/day-weather.tsx'
import { later, useAllLoaded, useLoaded } from '#web/ui/loading/use-loaded.ts'
import { featureOf, features } from '../features.ts'

const laterCard = later(() => import('./today-card.tsx'))

/** Loads the card with its first lines. A trip's page calls it while the plan loads. */
export const loadTodayCard = () =>
  Promise.all([laterCard.load(), ...features.map(({ today: { first } }) => first?.code.load())])

/** What the current user should see now: today's plan, or what is open for them. Nothing for readers. */
export function TripNow({ trip }: { trip: Trip }) {
  return canOpenTrip(trip) ? <Now trip={trip} /> : null
}

function Now({ trip }: { trip: Trip }) {
  const [changesAt, setChangesAt] = useState<number>()
  const clock = useTripClock(trip.id, changesAt)
  const details = useSection(trip.id, 'details')?.value
  const phase = details && phaseOf(details, clock.date)
  const kinds = useGroupKinds(trip, phase?.is)
  const isPlanned = useIsPlanned(trip, clock.date, phase?.is === 'during')
  const isNeeded = phase !== undefined && (kinds > 0 || isPlanned)
  const [startsNeeded] = useState(isNeeded)
  const card = useCard(trip, isNeeded, phase?.is)
  if (!isNeeded) return null
  if (card) return <card.TodayCard {...card} {...{ trip, phase, clock }} onChangesAt={setChangesAt} />
  // A card that becomes needed later does not move what somebody is reading before it has something to say.
  if (!startsNeeded) return null
  return <Room {...{ trip, phase, kinds }} today={clock.date} />
}

/** The card's place while its code is loading. */
function Room({ trip, phase, kinds, today }: { trip: Trip; phase: Phase; kinds: number; today: LocalDate }) {
  const view = usePlanView(trip)
  const lateKinds = parts.filter(({ isLast, mayHave }) => isLast && mayHave(view, phase.is)).length
  const hasTickets = useTicketDates(trip).some((date) => date >= today)
  // The line below the date, for trips that have a destination.
  const weather = phase.is === 'during' && (
    <div className="invisible">
      <DayWeather trip={trip} date={today} />
    </div>
  )
  if (kinds > 2 && roomOfGroup[phase.is]) {
    const isFlying = trip.type === 'air_travel' && phase.is === 'during'
    return (
      <div>
        <div className={roomOfGroup[isFlying ? 'flying' : phase.is]} />
        {weather}
      </div>
    )
  }
  if (lateKinds > 0 && phase.is !== 'during')
    return <div className={ROOM_OF_LINES} style={{ '--lines': lateKinds } as CSSProperties} />
  return (
    <div>
      <div className={kinds > 0 && hasTickets && phase.is === 'before' ? 'min-h-46' : roomOf[phase.is]} />
      {weather}
    </div>
  )
}

/** Lines are in two columns where there is room. */
const ROOM_OF_LINES = 'min-h-[calc(7.5rem+var(--lines)*2.75rem)] lg:min-h-[calc(7.5rem+var(--lines)*1.375rem)]'

/** About the height of most cards. Alone, a person rarely sees it: the code is usually there before the plan is. */
const roomOf: Record<Phase['is'], string> = {
  undated: 'min-h-30',
  before: 'min-h-30',
  during: 'min-h-96 lg:min-h-66',
  after: 'min-h-30',
}

/** The same for a group that also has claims and expenses: there is more to say then. */
const roomOfGroup: Partial<Record<Phase['is'] | 'flying', string>> = {
  before: 'min-h-90',
  during: 'min-h-155 md:min-h-161 lg:min-h-96',
  // Fewer things go on at a time, as measured with the example trips.
  flying: 'min-h-141 md:min-h-125 lg:min-h-96',
  after: 'min-h-55.5',
}

/** What the features say on the card, in the order in which it lists them. */
const parts = features.flatMap(({ today: { first, last } }) => [
  ...(first ? [{ ...first, isLast: false }] : []),
  ...(last ? [{ ...last, isLast: true }] : []),
])

/** The card and its lines; undefined until all of that is there. Once shown, it stays. */
function useCard(trip: Trip, isNeeded: boolean, phase: Phase['is'] | undefined) {
  const view = usePlanView(trip)
  const needed = isNeeded && phase ? parts.filter(({ mayHave }) => mayHave(view, phase)) : []
  const card = useLoaded(laterCard, isNeeded)
  const areLoaded = useAllLoaded(needed.map(({ code }) => code))
  const [isShown, setIsShown] = useState(false)
  const sources = (isLast: boolean) =>
    needed.flatMap((part) =>
      part.isLast === isLast && part.code.code ? [{ ...part, ...part.code.code.todaySource }] : [],
    )
  const isComplete = card !== undefined && (isShown || areLoaded)
  if (isComplete && !isShown) setIsShown(true)
  return isComplete ? { TodayCard: card.TodayCard, first: sources(false), last: sources(true) } : undefined
}

/** Whether the plan may have something for today that concerns somebody alone too, or a booking for tomorrow. */
function useIsPlanned(trip: Trip, today: LocalDate, isUnderWay: boolean): boolean {
  const itinerary = useDerived(trip, section('itinerary')) ?? {}
  const meals = useDerived(trip, section('meals')) ?? {}
  const dates = [...useTicketDates(trip), ...useStayDates(trip.id)]
  return (
    dates.some((date) => date === today || date === addDays(today, 1)) ||
    (isUnderWay && (arePlanned.itinerary(itinerary) || arePlanned.meals(meals)))
  )
}

/** The dates of the tickets that the card may list: not of an air trip's journeys, which have a card of their own. */
function useTicketDates({ id, type }: Trip): OptionalLocalDate[] {
  const tickets = useSection(id, 'tickets')?.value ?? []
  return tickets.flatMap(({ date, segments }) => {
    const parts = segments.flatMap(({ departs_on }) => departs_on || [])
    if (parts.length === 0) return [date]
    return type === 'air_travel' ? [] : parts
  })
}

/** When hotels, rental cars and ferries begin and end. */
const useStayDates = (tripId: string): OptionalLocalDate[] =>
  (useSection(tripId, 'stays')?.value ?? []).flatMap(({ starts_on, ends_on }) => [starts_on, ends_on])

/**
 * Of how many kinds there may be something for one person to do: a quick check, without the code that finds out what.
 * 0: nobody else has a part in the trip, and the person has no to-dos.
 */
function useGroupKinds(trip: Trip, phase: Phase['is'] | undefined): number {
  const people = useSection(trip.id, 'people')?.value.length
  const claims = useSection(trip.id, 'gear')?.value.claims.length
  const expenses = useSection(trip.id, 'costs')?.value.expenses.length
  const mayHaveTodos = featureOf.todos.today.last?.mayHave
  const hasTodos = useDerived(trip, (view) => phase !== undefined && mayHaveTodos?.(view, phase) === true)
  // To-dos take a line, not the room of a group.
  return [people, claims, expenses].filter(Boolean).length || Number(hasTodos)
}

import { canManagePeople, canOpenTrip, identityOf } from '#domain/access.ts'
import { countExpected } from '#domain/expected-people.ts'
import { countChecklist } from '#domain/plan/checklist.ts'
import { listPersons } from '#domain/plan/people.ts'
import { type NextStep, nextStep } from '#domain/today/next-step.ts'
import type { Phase } from '#domain/today/phase.ts'
import type { Trip } from '#domain/trip.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { section } from '#web/trip-core/derived/plan-view.ts'
import { ownDatesPoll } from '#web/trip-core/derived/polls.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'

/** What the current user should do next. Undefined if nothing, and for readers by share link. */
export function useNextStep(trip: Trip, details: ShownSection<'details'>, phase: Phase): NextStep | undefined {
  const { user } = useSession()
  const people = useSection(trip.id, 'people')?.value ?? []
  const expenses = useSection(trip.id, 'costs')?.value.expenses.length ?? 0
  const datesPoll = useDerived(trip, ownDatesPoll)(useTripClock(trip.id).date)
  const { done, total } = countChecklist(useDerived(trip, section('checklist')) ?? [])
  if (!user || !canOpenTrip(trip)) return undefined
  const { person_id: me } = identityOf(user, trip)
  const persons = listPersons(people)
  const others = persons.filter(({ id }) => id !== me)
  return nextStep({
    phase,
    canEdit: details.edit !== undefined,
    canManagePeople: canManagePeople(trip),
    expected: countExpected(details.value, people),
    others: others.length,
    unanswered: others.filter(({ coming }) => coming === 'open').length,
    datesPoll,
    isAsked: persons.some(({ id, coming }) => id === me && coming === 'open'),
    hasCosts: expenses > 0,
    isPacked: total > 0 && done === total,
  })
}

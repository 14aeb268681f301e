import { Suspense, useState } from 'react'
import { beds as bedsSection } from '#domain/plan/beds.ts'
import { rides as ridesSection } from '#domain/plan/rides.ts'
import { countRows } from '#domain/shopping/group-rows.ts'
import type { Phase } from '#domain/today/phase.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { gearByGroup } from '#web/features/gear/gear-list.ts'
import { laterList } from '#web/features/shopping/shopping-later.ts'
import { onDuties } from '#web/trip-core/derived/duties.ts'
import { isKnown, listedPeople, needsMembersIn, tripDates } from '#web/trip-core/derived/people.ts'
import type { PlanView } from '#web/trip-core/derived/plan-view.ts'
import { usePlanView } from '#web/trip-core/derived/use-derived.ts'
import { page } from '#web/ui/loading/page.tsx'
import { useLoaded } from '#web/ui/loading/use-loaded.ts'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { OwnRow } from '../today/today-rows.tsx'
import { isOneParty, listOpenLines, type OpenKind, type OpenPlan } from './open-lines.ts'
import { SeatRow } from './seat-row.tsx'

const needsMembers = needsMembersIn('rides', 'beds')

const OpenDialog = page(() => import('../open/open-dialog.tsx').then((module) => module.OpenDialog))

interface GroupOpenProps {
  trip: Trip
  phase: Phase
  me: string
  claims: number
  kinds: readonly OpenKind[]
  /** How many lines there is room for. */
  rows: number
}

/** What is still open for the group, for organizers. It always has the height that the card expects. */
export function GroupOpen({ trip, phase, me, claims, kinds, rows }: GroupOpenProps) {
  const [isAllShown, setIsAllShown] = useState(false)
  const [undo, setUndo] = useState<Undo>()
  const view = usePlanView(trip, needsMembers)
  const planWith = (shopping: OpenPlan['shopping']): OpenPlan => ({
    tripId: trip.id,
    phase,
    me,
    claims,
    shopping,
    ...groupPlanOf(view),
  })
  // The list takes much code to compute. It loads only if the lines that are open leave room for it.
  const open = listOpenLines(kinds, planWith(undefined)).filter(({ isOpen }) => isOpen).length
  const items = useLoaded(laterList, kinds.includes('shopping') && open < rows)?.rowsOfList(view)
  const plan = planWith(items && countRows(items))
  const lines = listOpenLines(kinds, plan)
  const shown = lines.slice(0, rows)
  return (
    <>
      <ul>
        {shown.map((line) =>
          line.kind === 'rides' && line.isOpen && isOneParty(plan.people) ? (
            <SeatRow key={line.text} {...{ trip, line, plan }} onSeated={setUndo} />
          ) : (
            <OwnRow key={line.text} line={line} />
          ),
        )}
        {shown.length < rows && <li aria-hidden="true" className="h-11" />}
      </ul>
      <button
        type="button"
        onClick={() => setIsAllShown(true)}
        className="touch inline-flex items-center text-action underline underline-offset-4"
      >
        {m.open_show_all()}
      </button>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
      <Suspense>{isAllShown && <OpenDialog trip={trip} onClose={() => setIsAllShown(false)} />}</Suspense>
    </>
  )
}

/** A section that is not loaded is empty. */
const groupPlanOf = (view: PlanView): Omit<OpenPlan, 'tripId' | 'phase' | 'me' | 'claims' | 'shopping'> => ({
  people: listedPeople(view),
  dates: tripDates(view),
  isKnown: isKnown(view),
  rides: view.values.rides ?? ridesSection.empty,
  beds: view.values.beds ?? bedsSection.empty,
  gear: gearByGroup(view) ?? [],
  duties: onDuties(view),
})

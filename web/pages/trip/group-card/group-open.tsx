import { Suspense, useMemo, useState } from 'react'
import { absencesOf, listPeopleOnDuties } from '#domain/duties/people-on-duty.ts'
import { gearGroups } from '#domain/gear/gear-items.ts'
import { listNotComing } from '#domain/not-coming.ts'
import { beds as bedsSection } from '#domain/plan/beds.ts'
import { details as detailsSection } from '#domain/plan/details.ts'
import { duties as dutiesSection } from '#domain/plan/duties.ts'
import { gear as gearSection } from '#domain/plan/gear.ts'
import type { Party } from '#domain/plan/people.ts'
import { rides as ridesSection } from '#domain/plan/rides.ts'
import { countRows } from '#domain/shopping/group-rows.ts'
import type { ShoppingRow } from '#domain/shopping/rows.ts'
import type { Phase } from '#domain/today/phase.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSection } from '#web/data/trips/use-section.ts'
import { listNamed } from '#web/features/rides/list-named.ts'
import { useIsKnown } from '#web/trip-core/people/use-person-names.ts'
import { page } from '#web/ui/loading/page.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { OwnShopping } from '../today/lazy-own-shopping.ts'
import { OwnRow } from '../today/today-rows.tsx'
import { isOneParty, listOpenLines, type OpenKind, type OpenPlan } from './open-lines.ts'
import { SeatRow } from './seat-row.tsx'

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
  const [items, setItems] = useState<readonly ShoppingRow[]>()
  const [isAllShown, setIsAllShown] = useState(false)
  const [undo, setUndo] = useState<Undo>()
  const shopping = useMemo(() => items && countRows(items), [items])
  const plan: OpenPlan = { tripId: trip.id, phase, me, claims, shopping, ...useGroupPlan(trip, me) }
  const lines = listOpenLines(kinds, plan)
  const open = lines.filter(({ isOpen }) => isOpen).length
  // The list takes much code to compute. It loads only if the lines that are open leave room for it.
  const needsShopping = kinds.includes('shopping') && (items !== undefined || open < rows)
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
      <Suspense>{needsShopping && <OwnShopping trip={trip} onRows={setItems} />}</Suspense>
      <Suspense>{isAllShown && <OpenDialog trip={trip} onClose={() => setIsAllShown(false)} />}</Suspense>
    </>
  )
}

const nobody: readonly Party[] = []

/** A section that is not loaded is empty. */
function useGroupPlan(trip: Trip, me: string): Omit<OpenPlan, 'tripId' | 'phase' | 'me' | 'claims' | 'shopping'> {
  const tripId = trip.id
  const people = useSection(tripId, 'people')?.value ?? nobody
  const dates = useSection(tripId, 'details')?.value ?? detailsSection.empty
  const rides = useSection(tripId, 'rides')?.value ?? ridesSection.empty
  const beds = useSection(tripId, 'beds')?.value ?? bedsSection.empty
  const gear = useSection(tripId, 'gear')?.value ?? gearSection.empty
  const checklist = useSection(tripId, 'checklist')?.value
  const duties = useSection(tripId, 'duties')?.value ?? dutiesSection.empty
  const named = useMemo(() => listNamed(rides, beds), [rides, beds])
  const isKnown = useIsKnown(trip, people, me, named)
  return useMemo(
    () => ({
      people,
      dates,
      isKnown,
      rides,
      beds,
      gear: gearGroups(checklist ?? [], gear, listNotComing(people)),
      duties: listPeopleOnDuties(duties, absencesOf(people, dates)),
    }),
    [people, dates, isKnown, rides, beds, gear, checklist, duties],
  )
}

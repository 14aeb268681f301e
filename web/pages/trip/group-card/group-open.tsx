import { Suspense, useState } from 'react'
import type { Phase } from '#domain/today/phase.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { usePlanView } from '#web/trip-core/derived/use-derived.ts'
import { needsPlannersIn } from '#web/trip-core/feature.ts'
import { OwnRow } from '#web/trip-core/line-rows.tsx'
import { page } from '#web/ui/loading/page.tsx'
import { useAllLoaded } from '#web/ui/loading/use-loaded.ts'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { loadedOf, type SectionPart } from '../open/open-parts.ts'
import { openPlanOf } from '../open/open-plan.ts'
import { listOpenLines } from './open-lines.ts'

const OpenDialog = page(() => import('../open/open-dialog.tsx').then((module) => module.OpenDialog))

interface GroupOpenProps {
  trip: Trip
  phase: Phase
  claimants: number
  /** What is planned, and so may be open. */
  parts: readonly SectionPart[]
  /** Whether their code is loaded, apart from what is large. */
  areLoaded: boolean
  /** How many lines there is room for. */
  rows: number
}

/** What is still open for the group, for organizers. It always has the height that the card expects. */
export function GroupOpen({ trip, phase, claimants, parts, areLoaded, rows }: GroupOpenProps) {
  const [isAllShown, setIsAllShown] = useState(false)
  const [undo, setUndo] = useState<Undo>()
  const view = usePlanView(trip, needsPlannersIn(parts))
  const today = useTripClock(trip.id).date
  const plan = openPlanOf(view, { phase, today, claimants })
  const [small, large] = [parts.filter(({ isLarge }) => !isLarge), parts.filter(({ isLarge }) => isLarge)]
  // What takes much code loads only if the lines that are open leave room for it.
  const open = listOpenLines(loadedOf(small), plan).filter(({ isOpen }) => isOpen).length
  useAllLoaded(areLoaded && open < rows ? large.map(({ code }) => code) : [])
  const [isShown, setIsShown] = useState(false)
  if (areLoaded && !isShown) setIsShown(true)
  // Once shown, it stays while the code of what somebody has just begun to plan loads.
  if (!areLoaded && !isShown) return null
  const shown = listOpenLines(loadedOf(parts), plan).slice(0, rows)
  return (
    <>
      <ul>
        {shown.map(({ Row, ...line }) =>
          Row && line.isOpen ? (
            <Row key={line.text} {...{ line, plan }} onSettled={setUndo} />
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

import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { DEMO_TRIP_NAME } from '#domain/demo-trip.ts'
import { countChecklist } from '#domain/plan/checklist.ts'
import { plan, type SectionValue } from '#domain/plan/index.ts'
import { isSample, type SampleName } from '#domain/templates/sample.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useClock } from '#web/data/react/use-clock.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import type { Undo } from '#web/ui/undo-bar.tsx'

const Back = lazy(async () => ({
  default: (await importWithRetry(() => import('./restore-sample.tsx'))).RestoreSampleButton,
}))
const ClearDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./clear-sample-dialog.tsx'))).ClearSampleDialog,
}))

export interface SampleProps<Name extends SampleName> {
  of: Name
  trip: Pick<Trip, 'id' | 'type' | 'name' | 'owner_id' | 'created_at'>
  section: ShownSection<Name>
  /** Not needed where nothing can be edited. */
  offerUndo?: (undo: Undo) => void
}

interface MarkProps<Name extends SampleName> extends SampleProps<Name> {
  /** What to say to people who can clear it. */
  text?: string | undefined
  /** What to say to people who cannot clear it. */
  readOnly?: string
  /** The button that unfolds it, while it is folded. */
  show?: ReactNode
}

export const sampleButton = 'touch mr-3 text-action underline underline-offset-4'

/** Whether a section is marked as a sample. Those of the demo trip are not: its name already says it. */
export function useIsMarked<Name extends SampleName>(
  of: Name,
  { type, owner_id, name }: SampleProps<Name>['trip'],
  value: SectionValue<Name>,
): boolean {
  const isStillSample = useMemo(() => isSample(of, type, value), [of, type, value])
  return isStillSample && (owner_id !== null || name !== DEMO_TRIP_NAME)
}

/**
 * Whether a sample counts as the plan: from the first day of the trip on, unless the trip was created on that day or
 * later.
 */
export function useIsSamplePlan({ id, created_at }: Pick<Trip, 'id' | 'created_at'>): boolean {
  const today = useClock().date
  const departure = useSection(id, 'details')?.value.departure_date ?? ''
  return departure !== '' && departure <= today && created_at.slice(0, departure.length) < departure
}

/**
 * Marks a section that still is the sample it started with; people who may edit it can clear it. It renders together
 * with the section, so that it moves nothing and nobody takes the sample for the plan. From the first day of the trip
 * on a sample is the plan: only a folded one is marked.
 */
export function SampleMark<Name extends SampleName>({
  of,
  trip,
  section,
  offerUndo,
  text = m.plan_sample(),
  readOnly = m.plan_sample_read_only(),
  show,
}: MarkProps<Name>) {
  const { value, edit, applyDraft } = section
  const isMarked = useIsMarked(of, trip, value)
  const isPlan = useIsSamplePlan(trip)
  const [isConfirming, setIsConfirming] = useState(false)
  if (!isMarked || (isPlan && !show)) return null
  const mayClear = edit && applyDraft

  // Ticks are the only thing in a sample that comes from people.
  const ticks = of === 'checklist' ? countChecklist(value as SectionValue<'checklist'>).done : 0

  function clear() {
    const undo = edit?.(() => plan[of].empty as SectionValue<Name>, 'at-once')
    if (undo) offerUndo?.({ text: m.plan_sample_cleared(), undo })
  }

  return (
    <div className="-my-2 -mr-3 text-sm text-muted">
      <span className="mr-3">{mayClear ? text : readOnly}</span>
      {show}
      {mayClear && !isPlan && (
        <button type="button" onClick={() => (ticks > 0 ? setIsConfirming(true) : clear())} className={sampleButton}>
          {m.plan_sample_clear()}
        </button>
      )}
      <Suspense>
        {isConfirming && <ClearDialog ticks={ticks} onClear={clear} onClose={() => setIsConfirming(false)} />}
      </Suspense>
    </div>
  )
}

/** Restores the sample of an empty section, for people who may edit it. Loads the sample's texts when it renders. */
export function RestoreSample<Name extends SampleName>({
  of,
  trip,
  section: { edit, applyDraft },
  offerUndo,
}: SampleProps<Name>) {
  if (!edit || !applyDraft) return null
  const restore = (sample: unknown) => edit(() => sample as SectionValue<Name>, 'at-once')
  return (
    <div className="grid min-h-11">
      <Suspense>
        <Back of={of} trip={trip} onRestore={restore} offerUndo={offerUndo} />
      </Suspense>
    </div>
  )
}

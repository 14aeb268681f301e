import { lazy, Suspense, useMemo, useState } from 'react'
import { DEMO_TRIP_NAME } from '#domain/demo-trip.ts'
import { countChecklist } from '#domain/plan/checklist.ts'
import { plan, type SectionValue } from '#domain/plan/index.ts'
import { isSample, type SampleName } from '#domain/templates/sample.ts'
import type { Trip } from '#domain/trip.ts'
import type { ShownSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/import-with-retry.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'

const Back = lazy(async () => ({ default: (await importWithRetry(() => import('./sample-back.tsx'))).Back }))
const ClearDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./clear-sample-dialog.tsx'))).ClearSampleDialog,
}))

export interface SampleProps<Name extends SampleName> {
  of: Name
  trip: Pick<Trip, 'id' | 'type' | 'name' | 'owner_id'>
  section: ShownSection<Name>
  /** Where nothing can be edited it is not needed. */
  offerUndo?: (undo: Undo) => void
}

/**
 * Says that a section still is the sample that it started with; whoever may edit the section can clear it. It comes with the section
 * and not after it, so that it pushes nothing, and nobody takes the sample for the plan meanwhile.
 */
export function SampleMark<Name extends SampleName>({ of, trip, section, offerUndo }: SampleProps<Name>) {
  const { value, edit, editCopy } = section
  const isMarked = useMemo(() => isSample(of, trip.type, value), [of, trip.type, value])
  const [isAsking, setAsking] = useState(false)
  // The demo trip is a sample as a whole, says so by its name, and is nobody's to make theirs.
  if (!isMarked || (trip.owner_id === null && trip.name === DEMO_TRIP_NAME)) return null
  if (!edit || !editCopy) return <Notice>This is a sample, not your plan yet</Notice>

  // A sample holds nothing of its people but ticks.
  const ticks = of === 'checklist' ? countChecklist(value as SectionValue<'checklist'>).done : 0

  function clear() {
    const undo = edit?.(() => plan[of].empty as SectionValue<Name>, 'at-once')
    if (undo) offerUndo?.({ text: 'Cleared the sample', undo })
  }

  return (
    <Notice>
      {/* Small, so that it stands beside the sentence on a phone too. */}
      <div className="flex items-center gap-2">
        <p className="max-w-none grow">This is a sample: make it yours</p>
        <button
          type="button"
          onClick={() => (ticks > 0 ? setAsking(true) : clear())}
          className="sign touch shrink-0 rounded-md border border-edge px-2 text-action hover:bg-action-soft"
        >
          Clear the sample
        </button>
      </div>
      <Suspense>{isAsking && <ClearDialog ticks={ticks} onClear={clear} onClose={() => setAsking(false)} />}</Suspense>
    </Notice>
  )
}

/** In an empty section: brings the sample back, for those who may edit it. Its texts come when they are needed. */
export function SampleBack<Name extends SampleName>({
  of,
  trip,
  section: { edit, editCopy },
  offerUndo,
}: SampleProps<Name>) {
  if (!edit || !editCopy) return null
  const bring = (sample: unknown) => edit(() => sample as SectionValue<Name>, 'at-once')
  return (
    <div className="grid min-h-11">
      <Suspense>
        <Back of={of} trip={trip} onBring={bring} offerUndo={offerUndo} />
      </Suspense>
    </div>
  )
}

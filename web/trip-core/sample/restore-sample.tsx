import { planTemplates } from '#domain/templates/plan-templates.ts'
import type { SampleName } from '#domain/templates/sample.ts'
import * as m from '#messages'
import { plan } from '#web/data/root/plan.ts'
import { Button } from '#web/ui/button.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'
import type { SampleProps } from './sample.tsx'

interface BackProps {
  of: SampleName
  trip: SampleProps<SampleName>['trip']
  /** Makes the section the sample again. Returns the function that undoes it. */
  onRestore: (sample: unknown) => () => void
  /** Makes what was adopted of it an offer again. Returns the function that undoes it. */
  onOffer: () => (() => void) | undefined
  offerUndo: ((undo: Undo) => void) | undefined
}

/** A module of its own, since it includes the texts of the samples. */
export function RestoreSampleButton({ of, trip, onRestore, onOffer, offerUndo }: BackProps) {
  function restore() {
    const undo = of === 'checklist' ? restoreChecklist(trip) : onRestore(planTemplates[of](trip.type))
    const undoOffer = onOffer()
    offerUndo?.({
      text: m.plan_sample_restored(),
      undo() {
        undoOffer?.()
        undo()
      },
    })
  }

  return (
    <Button variant="quiet" onClick={restore}>
      {m.plan_sample_restore()}
    </Button>
  )
}

/**
 * Restores the checklist's categories as they were when they were removed, with everyone's ticks: the server has them,
 * and so does this page if it saw them being removed.
 * @returns the function that undoes it
 */
function restoreChecklist({ id: tripId, type }: SampleProps<SampleName>['trip']): () => void {
  const sample = planTemplates.checklist(type)
  const store = plan.find(tripId, 'checklist')
  store?.restore(sample)
  const ids = new Set(sample.map(({ id }) => id))
  return () => void store?.edit((groups) => groups.filter(({ id }) => !ids.has(id)), 'at-once')
}

import { planTemplates } from '#domain/templates/plan-templates.ts'
import type { SampleName } from '#domain/templates/sample.ts'
import { plan } from '#web/data/trips/trip-data.ts'
import { Button } from '#web/ui/button.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'
import type { SampleProps } from './sample.tsx'

interface BackProps {
  of: SampleName
  trip: SampleProps<SampleName>['trip']
  /** Makes the section the sample. Answers the function that takes it back. */
  onBring: (sample: unknown) => () => void
  offerUndo: ((undo: Undo) => void) | undefined
}

/** Apart from the mark, since it has the samples' texts. */
export function Back({ of, trip, onBring, offerUndo }: BackProps) {
  function bring() {
    const undo = of === 'checklist' ? restoreChecklist(trip) : onBring(planTemplates[of](trip.type))
    offerUndo?.({ text: 'Restored the sample', undo })
  }

  return (
    <Button variant="quiet" onClick={bring}>
      Restore the sample
    </Button>
  )
}

/**
 * Brings the checklist's categories back as they were when they were removed, with everyone's ticks: the server knows them, and this page
 * where it has seen them go. Answers the function that takes it back.
 */
function restoreChecklist({ id: tripId, type }: SampleProps<SampleName>['trip']): () => void {
  const sample = planTemplates.checklist(type)
  const store = plan.find(tripId, 'checklist')
  store?.restore(sample)
  const ids = new Set(sample.map(({ id }) => id))
  return () => void store?.edit((groups) => groups.filter(({ id }) => !ids.has(id)), 'at-once')
}

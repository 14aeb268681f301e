import { planTemplates } from '#domain/templates/plan-templates.ts'
import type { SampleName } from '#domain/templates/sample.ts'
import type { TripType } from '#domain/trip.ts'
import { Button } from '#web/ui/button.tsx'

interface BackProps {
  of: SampleName
  type: TripType
  onBring: (sample: unknown) => void
}

/** Apart from the mark, since it has the samples' texts. */
export function Back({ of, type, onBring }: BackProps) {
  return (
    <Button variant="quiet" onClick={() => onBring(planTemplates[of](type))}>
      Bring the sample back
    </Button>
  )
}

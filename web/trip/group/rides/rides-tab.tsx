import type { TabProps } from '../../tab.ts'
import { BedsPart } from './beds-part.tsx'
import { RidesPart } from './rides-part.tsx'

/** Who rides with whom, and who sleeps where. Each part is a section of the plan. */
export function RidesTab(props: TabProps) {
  return (
    <div className="flex flex-col gap-8">
      <RidesPart {...props} />
      <BedsPart {...props} />
    </div>
  )
}

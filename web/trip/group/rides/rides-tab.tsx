import type { TabProps } from '../../tab.ts'
import { DutiesPart } from '../duties/duties-part.tsx'
import { BedsPart } from './beds-part.tsx'
import { RidesPart } from './rides-part.tsx'

/** Who rides with whom, who sleeps where, and who does what. Each part is a section of the plan. */
export function RidesTab(props: TabProps) {
  return (
    <div className="flex flex-col gap-8">
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
        <RidesPart {...props} />
        <BedsPart {...props} />
      </div>
      <DutiesPart {...props} />
    </div>
  )
}

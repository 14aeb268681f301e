import { DutiesPart } from '#web/features/duties/duties-part.tsx'
import { BedsPart } from '#web/features/rides/beds-part.tsx'
import { RidesPart } from '#web/features/rides/rides-part.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'

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

import * as m from '#messages'
import { DutiesPart } from '#web/features/duties/duties-part.tsx'
import { BedsPart } from '#web/features/rides/beds-part.tsx'
import { RidesPart } from '#web/features/rides/rides-part.tsx'
import { type TabProps, useTabView } from '#web/trip-core/tab.ts'
import { Segments } from '#web/ui/segments.tsx'
import { LostElsewhere } from './lost-elsewhere.tsx'

const views = ['rides', 'beds', 'duties'] as const
const labels = { rides: m.rides_title, beds: m.beds_title, duties: m.duties_title }
const parts = { rides: RidesPart, beds: BedsPart, duties: DutiesPart }

/** Who rides with whom, who sleeps where, and who does what: one at a time, since each is long in a large group. */
export function RidesTab(props: TabProps) {
  const [view, choose] = useTabView(views)
  const Part = parts[view]
  return (
    <div className="flex flex-col gap-5">
      <Segments
        legend={m.common_view_legend()}
        options={views.map((value) => ({ value, label: labels[value]() }))}
        value={view}
        onChange={choose}
        className="md:max-w-md print:hidden"
      />
      {views.map((other) => other !== view && <LostElsewhere key={other} trip={props.trip} view={other} />)}
      <Part {...props} />
    </div>
  )
}

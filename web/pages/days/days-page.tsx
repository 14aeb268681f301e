import * as m from '#messages'
import { Subpage, type SubpageProps } from '#web/pages/trip/subpage.tsx'
import { Timeline } from './timeline.tsx'

/** The page of the trip's days. */
export function DaysPage(props: SubpageProps) {
  return (
    <Subpage {...props} title={m.timeline_title()} hasBackdrop className="pb-10">
      <Timeline trip={props.trip} failures={props.failures} />
    </Subpage>
  )
}

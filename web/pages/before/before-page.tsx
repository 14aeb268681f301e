import * as m from '#messages'
import { AnnouncementsPart } from '#web/features/announcements/announcements-part.tsx'
import { FeesPart } from '#web/features/costs/fees-part.tsx'
import { PollsPart } from '#web/features/polls/polls-part.tsx'
import { TodosPart } from '#web/features/todos/todos-part.tsx'
import { Subpage, type SubpageProps } from '#web/pages/trip/subpage.tsx'

/** What the group has to settle before the trip: when it takes place, and what is to be done. */
export function BeforePage(props: SubpageProps) {
  const { trip, failures } = props
  return (
    <Subpage
      {...props}
      title={m.before_title()}
      hasBackdrop
      className="grid grid-cols-1 content-start gap-8 pb-10 lg:grid-cols-2 lg:items-start"
    >
      <h2 className="-mb-3 text-2xl lg:col-span-2">{m.before_title()}</h2>
      {/* Two columns of their own, so that a long poll leaves no gap beside it. */}
      <div className="grid min-w-0 grid-cols-1 gap-8">
        <PollsPart trip={trip} failures={failures} />
        <TodosPart trip={trip} failures={failures} />
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-8">
        <FeesPart trip={trip} failures={failures} />
        <AnnouncementsPart trip={trip} failures={failures} />
      </div>
    </Subpage>
  )
}

import * as m from '#messages'
import { EmergencyPeople } from '#web/features/people/emergency-people.tsx'
import { EmergencyPlaces } from '#web/features/places/emergency-places.tsx'
import { Subpage, type SubpageProps } from '#web/pages/trip/subpage.tsx'

/** Whom to call, where the group is, and what helpers must know. It needs no network. */
export function EmergencyPage(props: SubpageProps) {
  const { trip, failures } = props
  return (
    <Subpage
      {...props}
      title={m.emergency_title()}
      className="grid grid-cols-1 content-start gap-5 pb-10 lg:grid-cols-2 lg:items-start"
    >
      <h2 className="text-xl lg:col-span-2">{m.emergency_title()}</h2>
      <EmergencyPlaces trip={trip} failures={failures} />
      <EmergencyPeople trip={trip} failures={failures} />
    </Subpage>
  )
}

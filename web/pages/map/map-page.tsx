import * as m from '#messages'
import { Subpage, type SubpageProps } from '#web/pages/trip/subpage.tsx'
import { PlacesAndTracks } from './places-and-tracks.tsx'

/** The page of the trip's places and tracks. */
export function MapPage(props: SubpageProps) {
  return (
    <Subpage {...props} title={m.places_title()} hasBackdrop className="pb-10">
      <PlacesAndTracks trip={props.trip} failures={props.failures} />
    </Subpage>
  )
}

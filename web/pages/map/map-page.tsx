import * as m from '#messages'
import { Subpage, type SubpageProps } from '#web/pages/trip/subpage.tsx'
import { prefetch } from '#web/ui/loading/import-with-retry.ts'
import { PlacesAndTracks } from './places-and-tracks.tsx'

// Together with the trip. Here, since other pages may load the same chunk as what this page shows.
prefetch(() => import('#web/features/map/loaded-map.tsx'))
prefetch(async () => (await import('#web/features/map/base-map.ts')).openBaseMap())

/** The page of the trip's places and tracks. */
export function MapPage(props: SubpageProps) {
  return (
    <Subpage {...props} title={m.places_title()} hasBackdrop className="pb-10">
      <PlacesAndTracks trip={props.trip} failures={props.failures} />
    </Subpage>
  )
}

import { Link } from 'wouter'
import * as m from '#messages'
import { placeIcons, placeName } from './place-kinds.ts'
import { useTripPlaces } from './trip-places.tsx'

/** The place that something refers to, as a link to it; nothing if it is gone. Readers get its name alone. */
export function PlaceLink({ placeId }: { placeId: string }) {
  const { places, address } = useTripPlaces()
  const place = places.find(({ id }) => id === placeId)
  if (!place) return null
  const Icon = placeIcons[place.kind]
  const text = (
    <>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{placeName(place)}</span>
    </>
  )
  if (address === undefined) return <p className="mt-1 flex items-center gap-1.5 text-sm text-muted">{text}</p>
  return (
    <Link
      href={`${address}#${place.id}`}
      aria-label={m.places_open({ place: placeName(place) })}
      className="touch flex w-fit max-w-full items-center gap-1.5 rounded-md text-sm text-action underline underline-offset-4"
    >
      {text}
    </Link>
  )
}

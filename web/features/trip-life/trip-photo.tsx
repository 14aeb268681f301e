import type { Trip } from '#domain/trip.ts'
import { tripPicturePath } from '#domain/trip-picture.ts'

/** The trip's picture, if it has one. It fades in over the drawing once it has loaded. */
export function TripPhoto({ id, picture }: Pick<Trip, 'id' | 'picture'>) {
  return (
    picture && (
      <img
        key={picture}
        src={tripPicturePath(id, picture)}
        alt=""
        onLoad={({ currentTarget }) => currentTarget.classList.remove('opacity-0')}
        className="absolute inset-0 size-full object-cover opacity-0 transition-opacity"
      />
    )
  )
}

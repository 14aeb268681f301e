import { canEditPlan } from '#domain/access.ts'
import type { Details } from '#domain/plan/details.ts'
import { type Place, type Places, withChange } from '#domain/plan/places.ts'
import type { Trip } from '#domain/trip.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { placeName } from '#web/trip-core/places/place-kinds.ts'

export interface PlacesView {
  places: Places
  /** The destination's place, if it is one of them. */
  destination: Place | undefined
  /** What somebody typed as the destination. */
  destinationName: string
  /** Undefined for people who may not edit. */
  edits: PlaceEdits | undefined
}

export interface PlaceEdits {
  /** Adds a place; returns how to undo it. */
  add: (place: Place, isDestination: boolean) => () => void
  /** `isTyped`: the change comes letter by letter. */
  change: (placeId: string, change: Partial<Place>, isTyped?: boolean) => void
  remove: (placeId: string) => () => void
  makeDestination: (place: Place) => () => void
}

/** The places of a trip; undefined until they are loaded. */
export function usePlaces(trip: Trip): PlacesView | undefined {
  const section = useSection(trip.id, 'places')
  const details = useSection(trip.id, 'details')
  if (!section || !details) return undefined
  const { place_id, destination_name } = details.value
  return {
    places: section.value,
    destination: section.value.find(({ id }) => id === place_id),
    destinationName: destination_name,
    edits: canEditPlan(trip) ? editsOf(section, details) : undefined,
  }
}

function editsOf(section: ShownSection<'places'>, details: ShownSection<'details'>): PlaceEdits | undefined {
  const { edit } = section
  const editDetails = details.edit
  if (!edit || !editDetails) return undefined
  const makeDestination = (place: Place) => editDetails((value) => withDestination(value, place), 'at-once')
  return {
    add: (place, isDestination) => {
      const undo = edit((value) => [...value, place], 'at-once')
      const undoDestination = isDestination ? makeDestination(place) : () => {}
      return () => {
        undoDestination()
        undo()
      }
    },
    change: (placeId, change, isTyped = false) => {
      edit(
        (value) => value.map((one) => (one.id === placeId ? withChange(one, change) : one)),
        isTyped ? 'after-pause' : 'at-once',
      )
    },
    remove: (placeId) => edit((value) => value.filter(({ id }) => id !== placeId), 'at-once'),
    makeDestination,
  }
}

/** The text that somebody typed stays. */
function withDestination(value: Details, place: Place): Details {
  return {
    ...value,
    place_id: place.id,
    destination_name: value.destination_name.trim() === '' ? placeName(place) : value.destination_name,
  }
}

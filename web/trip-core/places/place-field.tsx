import * as m from '#messages'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { placeName } from './place-kinds.ts'
import { useTripPlaces } from './trip-places.tsx'

interface PlaceFieldProps {
  label?: string
  className?: string
  /** The id of a place; '' for none. */
  value: string
  /**
   * `rename` is for the text that says where: a text that was empty or the former place's name becomes the name of the
   * chosen place. No text is lost: without a place, it stays.
   */
  onChange: (placeId: string, rename: (text: string) => string) => void
}

/** Chooses one of the trip's places. Nothing while there is none to choose. */
export function PlaceField({ label = m.places_field(), className, value, onChange }: PlaceFieldProps) {
  const { places } = useTripPlaces()
  if (places.length === 0) return null
  return (
    <Field label={label} className={className}>
      {(wiring) => (
        <select
          {...wiring}
          value={places.some(({ id }) => id === value) ? value : ''}
          onChange={({ target }) => {
            const nameOf = (placeId: string) => {
              const place = places.find(({ id }) => id === placeId)
              return place ? placeName(place) : ''
            }
            const [former, name] = [nameOf(value), nameOf(target.value)]
            onChange(target.value, (text) => (name !== '' && [former, ''].includes(text.trim()) ? name : text))
          }}
          className={fieldLook}
        >
          <option value="">{m.places_field_none()}</option>
          {places.map((place) => (
            <option key={place.id} value={place.id}>
              {placeName(place)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

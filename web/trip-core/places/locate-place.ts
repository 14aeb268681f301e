import { parsePositionText } from '#domain/places/position.ts'
import type { Place } from '#domain/plan/places.ts'
import { loadZone } from '#web/data/places/places.ts'
import type { Editing } from '#web/data/trips/plan-source.ts'

interface Edits {
  edit: Editing<'places'>['edit']
  editDetails: Editing<'details'>['edit']
}

/**
 * Sets the country of a place and, if it is the destination, the time zone, as far as they are not known. A place that
 * has moved meanwhile has asked for its own. Without a network they stay unknown: see `useLocatedPlaces`.
 */
export async function locatePlace({ id, position: text }: Place, { edit, editDetails }: Edits): Promise<void> {
  const position = parsePositionText(text)
  const found = position && (await loadZone(position).catch(() => undefined))
  if (!found) return
  const isIt = (one: Place) => one.id === id && one.position === text
  if (found.country !== '')
    edit(
      (value) =>
        value.some((one) => isIt(one) && one.country === '')
          ? value.map((one) => (isIt(one) ? { ...one, country: found.country } : one))
          : value,
      'at-once',
    )
  editDetails(
    (value) => (value.place_id === id && value.time_zone === '' ? { ...value, time_zone: found.zone } : value),
    'at-once',
  )
}

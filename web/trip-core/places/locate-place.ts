import { parsePositionText } from '#domain/places/position.ts'
import type { Place } from '#domain/plan/places.ts'
import { loadZone } from '#web/data/places/places.ts'
import type { Editing } from '#web/data/trips/plan-source.ts'

/**
 * Sets the country and the time zone of a place that has not moved meanwhile. Without an answer it stays as it is.
 * @throws AppError as `loadZone`
 */
export async function locatePlace({ id, position: text }: Place, edit: Editing<'places'>['edit']): Promise<void> {
  const position = parsePositionText(text)
  if (!position) return
  const found = await loadZone(position)
  const isIt = (one: Place) => one.id === id && one.position === text && one.zone === ''
  edit(
    (value) =>
      value.some(isIt)
        ? value.map((one) => (isIt(one) ? { ...one, country: found.country || one.country, zone: found.zone } : one))
        : value,
    'at-once',
  )
}

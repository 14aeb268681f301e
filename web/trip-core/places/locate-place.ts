import { parsePositionText } from '#domain/places/position.ts'
import type { Place } from '#domain/plan/places.ts'
import { loadZone } from '#web/data/places/places.ts'
import type { Editing } from '#web/data/trips/plan-source.ts'

/** Sets the country and the time zone of a place that has not moved meanwhile. Without a network it stays as it is. */
export async function locatePlace({ id, position: text }: Place, edit: Editing<'places'>['edit']): Promise<void> {
  const position = parsePositionText(text)
  const found = position && (await loadZone(position).catch(() => undefined))
  if (!found) return
  const isIt = (one: Place) => one.id === id && one.position === text && one.zone === ''
  edit(
    (value) =>
      value.some(isIt)
        ? value.map((one) => (isIt(one) ? { ...one, country: found.country || one.country, zone: found.zone } : one))
        : value,
    'at-once',
  )
}

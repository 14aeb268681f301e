import * as z from 'zod/mini'
import * as m from '#messages'
import { id, itemList } from '../id.ts'
import { choice } from '../operations/form.ts'
import { optionalPosition } from '../places/position.ts'
import { timeZoneText } from '../places/time-zone-text.ts'
import { freeText, longText } from '../text.ts'
import { optionalDay } from './day-number.ts'
import { personRef } from './person-ref.ts'
import { allOfIt, defineSection } from './section.ts'

/*
 * Places of the trip: the camp, the trailhead, a hospital. Other sections refer to them by id (`placeRef`); what refers
 * to a place that was removed keeps its own text.
 */

export const MAX_PLACE_NAME = 200
export const MAX_PLACE_NOTE = 2000

export const placeKinds = [
  'camp',
  'trailhead',
  'water',
  'shop',
  'parking',
  'hospital',
  'sight',
  'food',
  'other',
] as const
export type PlaceKind = (typeof placeKinds)[number]

export const place = z.strictObject({
  id,
  name: freeText(MAX_PLACE_NAME),
  kind: z.enum(placeKinds),
  /** '45.83640,-78.37910' (places/position.ts); '' if nobody knows it. */
  position: choice(optionalPosition),
  /** In which it is: 'CA' (ISO 3166 alpha-2); '' while nobody knows it. */
  country: choice(z.string().check(z.regex(/^(|[A-Z]{2})$/, 'Not a country'))),
  /** Its time zone: 'America/Toronto'; '' while nobody has asked for it. */
  zone: choice(timeZoneText),
  note: longText(MAX_PLACE_NOTE),
  /** The number of the day on which the group is there; 0 if nobody chose one. */
  day: optionalDay,
  /** Whose place it is, or who sees to it. */
  who: personRef,
})
export type Place = z.infer<typeof place>

export type Places = Place[]

export const places = defineSection<Places>({
  schema: itemList(place),
  empty: [],
  failures: () => ({ load: m.plan_places_load_failed(), save: m.plan_places_save_failed() }),
  // Where only cars leave is often somebody's home: see places/place-refs.ts.
  readers: (value, _notComing, hiddenPlaces) =>
    value.some(({ id: placeId, who }) => who !== '' || hiddenPlaces?.has(placeId))
      ? value.filter(({ id: placeId }) => !hiddenPlaces?.has(placeId)).map((one) => ({ ...one, who: '' }))
      : value,
  copied: allOfIt,
})

export function newPlace(placeId: string, about: Partial<Omit<Place, 'id'>> = {}): Place {
  return {
    id: placeId,
    name: '',
    kind: 'other',
    position: '',
    country: '',
    zone: '',
    note: '',
    day: 0,
    who: '',
    ...about,
  }
}

/** A place after a change. What is somewhere else may be in another country and zone. */
export function withChange(one: Place, change: Partial<Place>): Place {
  const hasMoved = change.position !== undefined && change.position !== one.position
  return { ...one, ...(hasMoved && { country: '', zone: '' }), ...change }
}

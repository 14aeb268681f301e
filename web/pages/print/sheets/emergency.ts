import { listEmergencyNumbers } from '#domain/places/number-words.ts'
import { plusCodeOf } from '#domain/places/plus-code.ts'
import { distanceBetween, formatPosition, parsePositionText } from '#domain/places/position.ts'
import type { Place } from '#domain/plan/places.ts'
import { dayLabel } from '#domain/trip-days.ts'
import * as m from '#messages'
import { countryName } from '#web/features/places/place-words.ts'
import { tripDates } from '#web/trip-core/derived/people.ts'
import { ownSection, type PlanView, section } from '#web/trip-core/derived/plan-view.ts'
import { distanceText } from '#web/trip-core/places/distance-text.ts'
import { placeName } from '#web/trip-core/places/place-kinds.ts'
import { card, row, type SheetCard, shortened } from '../sheet.ts'

const [placesSection, detailsSection] = [section('places'), ownSection('details')]

/** Whom to call, where the group is on which day, and the hospitals, the nearest first. */
export function emergencyPlaceCards(view: PlanView): SheetCard[] {
  const places = placesSection(view) ?? []
  const details = detailsSection(view)
  const destination = places.find(({ id }) => id === details?.place_id)
  const camps = places.filter(({ kind }) => kind === 'camp').toSorted((one, other) => one.day - other.day)
  const where = [...new Set([...camps, ...(destination ? [destination] : [])])]
  const gate = details?.car_trip_entry_gate.trim() ?? ''
  const whereRows = [
    ...where.map((place) => placeRow(place, place.day > 0 ? dayLabel(tripDates(view), place.day) : '')),
    ...(gate ? [row('gate', m.details_entry_gate(), { notes: [gate] })] : []),
  ]
  const hospitals = hospitalRows(places, where[0])
  return [
    numberCard(where[0]?.country ?? ''),
    card('where', {
      title: m.emergency_where_title(),
      facts: where.length === 0 ? [m.emergency_where_unknown()] : [],
      rows: whereRows,
    }),
    ...(hospitals.length > 0 ? [card('hospitals', { title: m.emergency_hospitals_title(), rows: hospitals })] : []),
  ]
}

function numberCard(country: string): SheetCard {
  const { areKnown, list } = listEmergencyNumbers(country)
  return card('numbers', {
    title: areKnown ? m.emergency_numbers_of({ country: countryName(country) }) : m.emergency_numbers_title(),
    rows: list.map(({ name, number }) => row(name, name, { aside: number })),
  })
}

function placeRow(place: Place, when: string) {
  const position = parsePositionText(place.position)
  const found = position
    ? [`${m.places_position()}: ${formatPosition(position)}`, `${m.emergency_plus_code()}: ${plusCodeOf(position)}`]
    : [m.places_without_position()]
  return row(place.id, placeName(place), {
    aside: when,
    notes: [...found, shortened(place.note, 300)].filter(Boolean),
  })
}

function hospitalRows(places: readonly Place[], from: Place | undefined) {
  const here = parsePositionText(from?.position ?? '')
  const far = (place: Place) => {
    const position = parsePositionText(place.position)
    return here && position ? distanceBetween(here, position) : Number.POSITIVE_INFINITY
  }
  return places
    .filter(({ kind }) => kind === 'hospital')
    .toSorted((one, other) => far(one) - far(other) || 0)
    .map((place) => {
      const metres = far(place)
      const distance = Number.isFinite(metres) ? m.emergency_crow({ distance: distanceText(metres) }) : ''
      return placeRow(place, distance)
    })
}

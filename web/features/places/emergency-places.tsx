import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { canEditPlan } from '#domain/access.ts'
import { listEmergencyNumbers } from '#domain/places/number-words.ts'
import { plusCodeOf } from '#domain/places/plus-code.ts'
import { distanceBetween, formatPosition, type Position, parsePositionText } from '#domain/places/position.ts'
import type { Place } from '#domain/plan/places.ts'
import type { Trip } from '#domain/trip.ts'
import { dayLabel, dayOnDate, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { useSection } from '#web/data/trips/use-section.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { tripDates } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { distanceText } from '#web/trip-core/places/distance-text.ts'
import { NavigateButton } from '#web/trip-core/places/navigate-button.tsx'
import { placeName } from '#web/trip-core/places/place-kinds.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { Panel } from '#web/ui/panel.tsx'
import { countryName } from './place-words.ts'
import { usePlaces } from './use-places.ts'

/** Whom to call, where the group is, and the hospitals that somebody added. */
export function EmergencyPlaces({ trip, failures }: TabProps) {
  const view = usePlaces(trip)
  const dates = useDerived(trip, tripDates)
  const day = dayOnDate(dates, useTripClock(trip.id).date) ?? undefined
  const gate = useSection(trip.id, 'details')?.value.car_trip_entry_gate.trim()
  if (!view) return <SectionState loading={m.places_loading()} failure={failures?.places ?? failures?.details} />
  const camps = view.places.filter(({ kind }) => kind === 'camp')
  const here = findCamp(camps, day) ?? view.destination
  const others = camps.filter((camp) => camp !== here)
  return (
    <div className="grid grid-cols-1 content-start gap-5">
      <Numbers country={here?.country ?? ''} />
      <Panel title={m.emergency_where_title()}>
        {here ? <Where place={here} dates={dates} /> : <p className="text-muted">{m.emergency_where_unknown()}</p>}
        {gate && <Fact term={m.details_entry_gate()}>{gate}</Fact>}
        {others.length > 0 && (
          <>
            <h3 className="mt-4 text-base">{m.emergency_other_camps()}</h3>
            <ul className="mt-2 grid grid-cols-1 gap-3">
              {others.map((camp) => (
                <li key={camp.id} className="max-w-none">
                  <Where place={camp} dates={dates} />
                </li>
              ))}
            </ul>
          </>
        )}
        {!here && <AddPlace trip={trip} find="destination" text={m.places_choose_destination()} />}
      </Panel>
      <Panel title={m.emergency_hospitals_title()}>
        <Hospitals
          hospitals={view.places.filter(({ kind }) => kind === 'hospital')}
          from={parsePositionText(here?.position ?? '')}
        />
        <AddPlace trip={trip} find="hospital" text={m.emergency_hospital_add()} />
      </Panel>
    </div>
  )
}

const callLook =
  'touch inline-flex items-center gap-2 rounded-md border border-danger bg-surface px-4 py-2 font-semibold text-danger hover:bg-danger-soft'

function Numbers({ country }: { country: string }) {
  const { areKnown, list } = listEmergencyNumbers(country)
  return (
    <Panel title={areKnown ? m.emergency_numbers_of({ country: countryName(country) }) : m.emergency_numbers_title()}>
      <ul className="flex flex-wrap gap-3">
        {list.map(({ name, number }) => (
          <li key={name} className="max-w-none">
            <a href={`tel:${number}`} className={callLook} aria-label={m.emergency_call_label({ name, number })}>
              <Phone aria-hidden="true" className="size-5" />
              <span className="text-xl tabular-nums">{number}</span>
              <span>{name}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">{areKnown ? m.emergency_numbers_note() : m.emergency_numbers_unknown()}</p>
    </Panel>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <dl className="mt-2">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="text-lg wrap-anywhere tabular-nums">{children}</dd>
    </dl>
  )
}

/** The camp of a day of the trip: the last one that begins by then, else one without a day, else the first. */
function findCamp(camps: readonly Place[], day: number | undefined): Place | undefined {
  const begun = camps.filter((camp) => camp.day > 0 && day !== undefined && camp.day <= day)
  const last = begun.toSorted((one, other) => other.day - one.day)[0]
  return last ?? camps.find((camp) => camp.day === 0) ?? camps[0]
}

/** As one reads it out on the phone. */
function Where({ place, dates }: { place: Place; dates: TripDates }) {
  const position = parsePositionText(place.position)
  return (
    <>
      <p className="text-lg wrap-anywhere">{placeName(place)}</p>
      {place.day > 0 && <p className="text-muted">{dayLabel(dates, place.day)}</p>}
      {position ? (
        <>
          <Fact term={m.places_position()}>{formatPosition(position)}</Fact>
          <Fact term={m.emergency_plus_code()}>{plusCodeOf(position)}</Fact>
          <div className="mt-3">
            <NavigateButton position={position} name={placeName(place)} />
          </div>
        </>
      ) : (
        <p className="text-muted">{m.places_without_position()}</p>
      )}
      {place.note.trim() && <p className="mt-2 whitespace-pre-line wrap-anywhere">{place.note}</p>}
    </>
  )
}

/** The nearest first. */
function Hospitals({ hospitals, from }: { hospitals: readonly Place[]; from: Position | undefined }) {
  if (hospitals.length === 0) return <p className="text-muted">{m.emergency_hospitals_none()}</p>
  const far = (place: Place) => {
    const position = parsePositionText(place.position)
    return from && position ? distanceBetween(from, position) : Number.POSITIVE_INFINITY
  }
  return (
    <ul className="grid grid-cols-1 gap-3">
      {hospitals
        .toSorted((one, other) => far(one) - far(other) || 0)
        .map((place) => {
          const position = parsePositionText(place.position)
          const metres = far(place)
          return (
            <li key={place.id} className="flex max-w-none flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <div className="min-w-0 grow basis-48 wrap-anywhere">
                <p>{placeName(place)}</p>
                {Number.isFinite(metres) && (
                  <p className="text-sm text-muted">{m.emergency_crow({ distance: distanceText(metres) })}</p>
                )}
                {place.note.trim() && <p className="text-sm whitespace-pre-line text-muted">{place.note}</p>}
              </div>
              {position && <NavigateButton position={position} name={placeName(place)} />}
            </li>
          )
        })}
    </ul>
  )
}

/** For people who may edit: the page of places, with its search open. */
function AddPlace({ trip, find, text }: { trip: Trip; find: string; text: string }) {
  if (!canEditPlan(trip)) return null
  return (
    <Link
      href={`/trip/${trip.id}/map?find=${find}`}
      className="touch mt-2 inline-flex items-center font-semibold text-action underline underline-offset-4"
    >
      {text}
    </Link>
  )
}

import { formatLocalDate, type OptionalLocalDate } from '#domain/local-date.ts'
import type { Details } from '#domain/plan/details.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'

/** The details of a trip, read-only. The map shows its address, so it is left out. */
export function TripFacts({ trip, details }: { trip: Trip; details: Details }) {
  const flight = details.air_travel_flight_info
  const facts =
    trip.type === 'car_trip'
      ? { [m.details_entry_gate()]: details.car_trip_entry_gate }
      : {
          [m.details_departure_airport()]: details.departure_airport_code,
          [m.details_arrival_airport()]: details.arrival_airport_code,
          [m.details_flight_carrier()]: flight.carrier,
          [m.details_flight_number()]: flight.flightNumber,
        }
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <Fact name={m.details_destination()} text={details.destination_name} isWide />
      <Fact name={m.details_departure_date()} text={dayOf(details.departure_date)} />
      <Fact name={m.details_return_date()} text={dayOf(details.return_date)} />
      {Object.entries(facts).map(([name, text]) => (
        <Fact key={name} name={name} text={text} />
      ))}
      {trip.type === 'car_trip' && (
        <div className="sm:col-span-2">
          <dt className="text-sm font-semibold text-muted">{m.details_distances()}</dt>
          <dd>
            {details.car_trip_distances.length === 0 && <NotSet />}
            <ul className="grid gap-1">
              {details.car_trip_distances.map(({ id, place, distance }) => (
                <li
                  key={id}
                  className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1 last:border-b-0"
                >
                  <span>{place}</span>
                  <span className="tabular-nums">{distance}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  )
}

const dayOf = (date: OptionalLocalDate) => (date ? formatLocalDate(date, 'en-CA', { dateStyle: 'full' }) : '')

function Fact({ name, text, isWide = false }: { name: string; text: string; isWide?: boolean }) {
  return (
    <div className={isWide ? 'sm:col-span-2' : ''}>
      <dt className="text-sm font-semibold text-muted">{name}</dt>
      <dd className="text-lg wrap-anywhere">{text || <NotSet />}</dd>
    </div>
  )
}

function NotSet() {
  return <span className="text-base text-muted">{m.details_not_set()}</span>
}

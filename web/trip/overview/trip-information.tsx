import { Compass, PlaneTakeoff } from 'lucide-react'
import { Suspense } from 'react'
import { type Details, MAX_DETAIL_TEXT, MAX_MAP_URL } from '#domain/plan/details.ts'
import type { Trip } from '#domain/trip.ts'
import { withScheme } from '#domain/web-address.ts'
import * as m from '#messages'
import { type EditableSection, isEditable, type ShownSection } from '#web/data/trips/use-section.ts'
import { page } from '#web/loading/page.tsx'
import { LoadingPlace } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { DateField } from '../date-field.tsx'
import { DistanceList } from './distance-list.tsx'
import { MovedDates } from './moved-dates.tsx'

type DetailsSection = EditableSection<'details'>
type TextName = { [Name in keyof Details]: Details[Name] extends string ? Name : never }[keyof Details]

const titles = { car_trip: m.details_title_car_trip(), air_travel: m.details_title_air_travel() }
const icons = { car_trip: Compass, air_travel: PlaneTakeoff }

/** Loaded only for people who cannot edit the trip. */
export const TripFacts = page(() => import('./trip-facts.tsx').then((module) => module.TripFacts))

export function TripInformation({ trip, details }: { trip: Trip; details: ShownSection<'details'> }) {
  return (
    <Panel title={titles[trip.type]} icon={icons[trip.type]}>
      {isEditable(details) ? (
        <DetailFields trip={trip} details={details} />
      ) : (
        <Suspense fallback={<LoadingPlace text={m.details_loading()} />}>
          <TripFacts trip={trip} details={details.value} />
        </Suspense>
      )}
    </Panel>
  )
}

/** Each field is saved a moment after the last key. */
function DetailFields({ trip, details: { value, edit } }: { trip: Trip; details: DetailsSection }) {
  const set = (changed: Partial<Details>) => edit((current) => ({ ...current, ...changed }))

  const text = (name: TextName) => ({
    value: value[name],
    maxLength: MAX_DETAIL_TEXT,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  const flight = (name: keyof Details['air_travel_flight_info']) => ({
    value: value.air_travel_flight_info[name],
    maxLength: MAX_DETAIL_TEXT,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) =>
      edit((current) => ({
        ...current,
        air_travel_flight_info: { ...current.air_travel_flight_info, [name]: event.target.value },
      })),
  })

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label={m.details_destination()} className="sm:col-span-2" {...text('destination_name')} />
      <DateField
        label={m.details_departure_date()}
        value={value.departure_date}
        onChange={(departure_date) => set({ departure_date })}
      />
      <DateField
        label={m.details_return_date()}
        value={value.return_date}
        onChange={(return_date) => set({ return_date })}
        error={isBackTooSoon(value) ? m.details_return_too_soon() : undefined}
      />
      <MovedDates trip={trip} departure={value.departure_date} />
      {trip.type === 'car_trip' ? (
        <>
          <TextField label={m.details_entry_gate()} className="sm:col-span-2" {...text('car_trip_entry_gate')} />
          <DistanceList distances={value.car_trip_distances} edit={edit} />
        </>
      ) : (
        <>
          <TextField
            label={m.details_departure_airport()}
            placeholder={m.details_departure_airport_example()}
            {...text('departure_airport_code')}
          />
          <TextField
            label={m.details_arrival_airport()}
            placeholder={m.details_arrival_airport_example()}
            {...text('arrival_airport_code')}
          />
          <TextField
            label={m.details_flight_carrier()}
            placeholder={m.details_flight_carrier_example()}
            {...flight('carrier')}
          />
          <TextField
            label={m.details_flight_number()}
            placeholder={m.details_flight_number_example()}
            {...flight('flightNumber')}
          />
        </>
      )}
      <TextField
        label={m.details_map_url()}
        type="url"
        inputMode="url"
        className="sm:col-span-2"
        hint={m.details_map_url_hint()}
        {...text('map_embed_url')}
        maxLength={MAX_MAP_URL}
        onBlur={({ target }) => set({ map_embed_url: withScheme(target.value, MAX_MAP_URL) })}
      />
    </div>
  )
}

/** Local dates sort as strings, and none is before an empty one. */
function isBackTooSoon({ departure_date, return_date }: Details): boolean {
  return return_date !== '' && return_date < departure_date
}

import { Map as MapIcon } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { canOpenTrip } from '#domain/access.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { type Details, MAX_DETAIL_TEXT, MAX_EXPECTED, MAX_MAP_URL } from '#domain/plan/details.ts'
import { listPersons } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { formatWeekday } from '#domain/trip-range.ts'
import { completeAddress } from '#domain/web-address.ts'
import * as m from '#messages'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { DateField } from '#web/trip-core/days/date-field.tsx'
import { useTripZone } from '#web/trip-core/places/use-trip-zone.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { DestinationPlace } from './destination-place.tsx'
import { DetailRow } from './detail-row.tsx'
import { DistanceList } from './distance-list.tsx'
import { MovedDates } from './moved-dates.tsx'
import { DEPARTURE_ROW, MAP_ROW } from './open-detail.ts'
import { TimeZoneRow } from './time-zone-row.tsx'

const titles = { car_trip: m.details_title_car_trip(), air_travel: m.details_title_air_travel() }

const expectedKinds = ['adults', 'children'] as const
const expectedLabels = { adults: m.details_expected_adults, children: m.details_expected_children }

/** Two columns, or one where the text is too large for two. */
const TWO_COLUMNS = 'grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,40%)),1fr))]'

type TextProps = Partial<ComponentProps<typeof TextField>> & {
  isWide?: boolean
  /** Whether it shows its field without a press. */
  isForm?: boolean
  rowId?: string
  onText: (text: string) => void
}

interface TripInformationProps {
  trip: Trip
  details: ShownSection<'details'>
  today: LocalDate
}

/**
 * The details of a trip, as rows to read that open in place. Each field is saved a moment after the last key. A new
 * trip starts with its destination and dates open.
 */
export function TripInformation({ trip, details: { value, edit }, today }: TripInformationProps) {
  const [isNew] = useState(() => edit !== undefined && isBlank(value))
  const set = (changed: Partial<Details>) => edit?.((current) => ({ ...current, ...changed }))
  const setFlight = (changed: Partial<Details['air_travel_flight_info']>) =>
    edit?.((current) => ({
      ...current,
      air_travel_flight_info: { ...current.air_travel_flight_info, ...changed },
    }))
  const setExpected = (changed: Partial<Details['expected']>) =>
    edit?.((current) => ({ ...current, expected: { ...current.expected, ...changed } }))
  const { expected } = value
  const hasExpected = expected.adults + expected.children > 0
  // Once others are on the list, they are counted.
  const isAlone = listPersons(useSection(trip.id, 'people')?.value ?? []).length < 2
  const zone = useTripZone(trip.id)
  const flight = value.air_travel_flight_info
  const isCar = trip.type === 'car_trip'

  const text = (
    label: string,
    add: string,
    shown: string,
    { isWide = false, isForm = false, rowId, onText, ...field }: TextProps,
  ) => (
    <DetailRow
      label={label}
      add={add}
      text={shown}
      isForm={isForm}
      isOneLine={field.type === 'url'}
      id={rowId}
      className={isWide ? 'col-span-full' : ''}
    >
      {edit && (
        <TextField
          label={label}
          value={shown}
          maxLength={MAX_DETAIL_TEXT}
          autoComplete="off"
          enterKeyHint={isForm ? 'next' : 'done'}
          onChange={({ target }) => onText(target.value)}
          {...field}
        />
      )}
    </DetailRow>
  )
  const date = (label: string, add: string, name: 'departure_date' | 'return_date', error?: string) => (
    <DetailRow
      label={label}
      add={add}
      text={value[name] && formatWeekday(value[name], today)}
      error={error}
      isForm={isNew}
      id={name === 'departure_date' ? DEPARTURE_ROW : undefined}
    >
      {edit && (
        <DateField
          label={label}
          value={value[name]}
          error={error}
          min={name === 'return_date' ? value.departure_date : ''}
          onChange={(day) => set({ [name]: day })}
        />
      )}
    </DetailRow>
  )
  const Rows = edit ? 'div' : 'dl'

  return (
    <Panel title={titles[trip.type]} icon={MapIcon}>
      <Rows data-rows className={`grid ${TWO_COLUMNS} gap-x-3 ${isNew ? 'gap-y-3' : 'gap-y-1.5'}`}>
        {text(m.details_destination(), m.details_destination_add(), value.destination_name, {
          isWide: true,
          isForm: isNew,
          onText: (destination_name) => set({ destination_name }),
        })}
        {date(
          m.details_departure_date(),
          m.details_departure_date_add(),
          'departure_date',
          isPast(trip, value.departure_date, today) ? m.details_departure_past() : undefined,
        )}
        {date(
          m.details_return_date(),
          m.details_return_date_add(),
          'return_date',
          isBackTooSoon(value) ? m.details_return_too_soon() : undefined,
        )}
        {(isNew || hasExpected || isAlone) && (
          <DetailRow
            label={m.details_expected()}
            add={m.details_expected_add()}
            text={expectedWords(expected)}
            isForm={isNew}
            className="col-span-full"
          >
            {edit && (
              <div className={`grid ${TWO_COLUMNS} gap-3`}>
                {expectedKinds.map((kind) => (
                  <NumberField
                    key={kind}
                    label={expectedLabels[kind]()}
                    value={expected[kind]}
                    emptyAt={0}
                    max={MAX_EXPECTED}
                    onChange={(count) => setExpected({ [kind]: count })}
                  />
                ))}
              </div>
            )}
          </DetailRow>
        )}
        {edit && <MovedDates trip={trip} departure={value.departure_date} />}
        {canOpenTrip(trip) && !isNew && <DestinationPlace trip={trip} details={value} />}
        {(zone !== '' || value.place_id !== '') && (
          <TimeZoneRow
            chosen={value.time_zone}
            zone={zone}
            date={value.departure_date || today}
            onChange={edit && ((time_zone) => set({ time_zone }))}
          />
        )}
        {isCar ? (
          <>
            {text(m.details_entry_gate(), m.details_entry_gate_add(), value.car_trip_entry_gate, {
              isWide: true,
              onText: (car_trip_entry_gate) => set({ car_trip_entry_gate }),
            })}
            <DistanceList distances={value.car_trip_distances} edit={edit} />
          </>
        ) : (
          <>
            {text(m.details_departure_airport(), m.details_departure_airport_add(), value.departure_airport_code, {
              placeholder: m.details_departure_airport_example(),
              onText: (departure_airport_code) => set({ departure_airport_code }),
            })}
            {text(m.details_arrival_airport(), m.details_arrival_airport_add(), value.arrival_airport_code, {
              placeholder: m.details_arrival_airport_example(),
              onText: (arrival_airport_code) => set({ arrival_airport_code }),
            })}
            {text(m.details_flight_carrier(), m.details_flight_carrier_add(), flight.carrier, {
              placeholder: m.details_flight_carrier_example(),
              onText: (carrier) => setFlight({ carrier }),
            })}
            {text(m.details_flight_number(), m.details_flight_number_add(), flight.flightNumber, {
              placeholder: m.details_flight_number_example(),
              onText: (flightNumber) => setFlight({ flightNumber }),
            })}
          </>
        )}
        {/* Readers see the map itself. */}
        {edit &&
          text(m.details_map_url(), m.details_map_url_add(), value.map_embed_url, {
            isWide: true,
            rowId: MAP_ROW,
            type: 'url',
            inputMode: 'url',
            hint: m.details_map_url_hint(),
            maxLength: MAX_MAP_URL,
            onText: (map_embed_url) => set({ map_embed_url }),
            onBlur: ({ target }) => set({ map_embed_url: completeAddress(target.value, MAX_MAP_URL) }),
          })}
      </Rows>
      {!edit && isBlank(value) && <p className="text-muted">{m.details_not_set()}</p>}
    </Panel>
  )
}

/** '2 adults, 1 child'; '' if nobody said how many. */
function expectedWords({ adults, children }: Details['expected']): string {
  if (adults + children === 0) return ''
  return m.details_expected_words({ adults, children })
}

/** Whether nothing has been filled in yet. */
function isBlank({
  eating: _,
  adopted: __,
  expected,
  car_trip_distances,
  air_travel_flight_info,
  ...texts
}: Details): boolean {
  return ![
    ...Object.values(texts),
    ...Object.values(expected),
    ...Object.values(air_travel_flight_info),
    ...car_trip_distances,
  ].some(Boolean)
}

/** Whether a departure was over when the trip was created: probably a mistyped year. */
function isPast({ created_at }: Trip, departure: Details['departure_date'], today: LocalDate): boolean {
  return departure !== '' && departure < today && departure < created_at.slice(0, departure.length)
}

/** Local dates sort as strings, and none is before an empty one. */
function isBackTooSoon({ departure_date, return_date }: Details): boolean {
  return return_date !== '' && return_date < departure_date
}

import { ChevronDown, Clock, Trash2 } from 'lucide-react'
import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { readCarrierNumber } from '#domain/journeys/edit-journey.ts'
import { carrierText, fromText, type Leg, toText } from '#domain/journeys/journey.ts'
import { legFacts } from '#domain/journeys/journey-text.ts'
import { durationText, legWarnings } from '#domain/journeys/journey-words.ts'
import { type AirportOrText, placeOfAirport } from '#domain/places/airports.ts'
import { MAX_BOOKING_NAME, type Segment } from '#domain/plan/booking.ts'
import type { TicketType } from '#domain/plan/tickets.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { DateField } from '#web/trip-core/days/date-field.tsx'
import { AirportField } from '#web/trip-core/places/airport-field.tsx'
import { useAirports } from '#web/trip-core/places/use-airports.ts'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { useIsWide } from '#web/trip-core/use-media.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Warning } from './card/warning.tsx'
import { ZoneField, zoneWords } from './journey-fields-zone.tsx'

interface SegmentFieldsProps {
  trip: Trip
  type: TicketType
  leg: Leg
  /** 'Flight 1' */
  part: string
  label: string
  onChange: (change: Partial<Segment>) => void
  onRemove: () => void
}

/** Departure and arrival are side by side on a phone, unless the text is large. */
const twoColumns = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3'

/** One part of a journey. What few people need is behind "More". */
export function SegmentFields({ trip, type, leg, part, label, onChange, onRemove }: SegmentFieldsProps) {
  const { segment, plusDays, minutes } = leg
  const [isOpen, setOpen] = useState(false)
  const more = useRef<HTMLDivElement>(null)
  const airports = useAirports()
  const name = carrierText(segment) || part
  const warnings = legWarnings(leg)
  const isZoneMissing = (place: string, zone: string) => place !== '' && zone === ''
  const needsZone =
    isZoneMissing(fromText(segment), segment.from_zone) || isZoneMissing(toText(segment), segment.to_zone)

  /** Of a flight, a code in small letters is an airport too. */
  function onBlur({ target }: FocusEvent) {
    const end = target.matches('[role=combobox]') && target.closest<HTMLElement>('[data-end]')?.dataset['end']
    if (type !== 'flight' || (end !== 'from' && end !== 'to') || segment[`${end}_code`] !== '') return
    const typed = segment[end].trim()
    const airport = CODE.test(typed) ? airports?.find(typed) : undefined
    if (airport) onPlace(end, placeOfAirport(airport))
  }

  const onPlace = (end: 'from' | 'to', { code, name: place, zone }: AirportOrText) =>
    onChange(
      end === 'from' ? { from: place, from_code: code, from_zone: zone } : { to: place, to_code: code, to_zone: zone },
    )

  function chooseZone() {
    setOpen(true)
    const side = segment.from_zone === '' && fromText(segment) !== '' ? 'from_zone' : 'to_zone'
    // It is there after this press.
    requestAnimationFrame(() => more.current?.querySelector<HTMLElement>(`[data-zone=${side}] select`)?.focus())
  }

  return (
    <fieldset aria-label={label} onBlur={onBlur} className="grid min-w-0 grid-cols-1 gap-3 rounded-md bg-inlay p-3">
      <div className="flex items-end justify-between gap-1">
        <NumberField type={type} segment={segment} onChange={onChange} />
        <IconButton
          icon={Trash2}
          label={m.common_remove_named({ name })}
          title={m.common_remove()}
          className="-mr-1"
          onClick={onRemove}
        />
      </div>
      {/* On a phone, suggestions are as wide as both ends: half of it cuts them off. */}
      <div className={`relative ${twoColumns}`}>
        <End
          place={{ code: segment.from_code, name: segment.from, zone: segment.from_zone }}
          end="from"
          label={m.tickets_from()}
          onPlace={(place) => onPlace('from', place)}
        >
          <TimeField
            label={m.tickets_departs_at()}
            hint={zoneWords(segment.from_zone)}
            value={segment.departs_at}
            onChange={(departs_at) => onChange({ departs_at })}
          />
          <DateField
            label={m.tickets_departs_on()}
            value={segment.departs_on}
            onChange={(departs_on) => onChange({ departs_on })}
          />
        </End>
        <End
          place={{ code: segment.to_code, name: segment.to, zone: segment.to_zone }}
          end="to"
          label={m.tickets_to()}
          onPlace={(place) => onPlace('to', place)}
        >
          <TimeField
            label={m.tickets_arrives_at()}
            hint={zoneWords(segment.to_zone)}
            value={segment.arrives_at}
            onChange={(arrives_at) => onChange({ arrives_at })}
          />
          <DateField
            label={m.tickets_arrives_on()}
            value={segment.arrives_on}
            min={segment.departs_on}
            onChange={(arrives_on) => onChange({ arrives_on })}
          />
        </End>
      </div>
      <div role="status" className="grid grid-cols-1 gap-1 empty:hidden">
        {(minutes !== undefined || plusDays !== 0) && (
          <p className="flex items-start gap-2 text-sm">
            <Clock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
            {[minutes === undefined ? '' : durationText(minutes), plusDaysText(plusDays)].filter(Boolean).join(' · ')}
          </p>
        )}
        {warnings.map((text) => (
          <Warning key={text} text={text} />
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <TextButton
          className="mx-0 -ml-2"
          aria-expanded={isOpen}
          aria-label={m.tickets_more_of({ name })}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown
            aria-hidden="true"
            className={`size-5 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
          {m.tickets_more()}
        </TextButton>
        {!isOpen && needsZone && (
          <TextButton className="mx-0 -mr-2" onClick={chooseZone}>
            {m.tickets_zone_choose()}
          </TextButton>
        )}
        {!isOpen && <span className="text-sm text-muted empty:hidden">{legFacts(leg).join(' · ')}</span>}
      </div>
      {isOpen && (
        <div ref={more} className="grid grid-cols-1 gap-3">
          <div className={twoColumns}>
            <Text
              label={m.tickets_terminal()}
              value={segment.terminal}
              onChange={(terminal) => onChange({ terminal })}
            />
            <Text label={m.journeys_gate_name({ type })} value={segment.gate} onChange={(gate) => onChange({ gate })} />
            <TimeField
              label={m.tickets_check_in_at()}
              value={segment.check_in_at}
              onChange={(check_in_at) => onChange({ check_in_at })}
            />
            <TimeField
              label={m.journeys_boards_name()}
              value={segment.boards_at}
              onChange={(boards_at) => onChange({ boards_at })}
            />
            <Text
              label={m.tickets_arrival_terminal()}
              value={segment.arrival_terminal}
              onChange={(arrival_terminal) => onChange({ arrival_terminal })}
            />
          </div>
          <div className="grid columns-that-fit gap-3">
            <div data-zone="from_zone" className="grid">
              <ZoneField
                trip={trip}
                label={m.tickets_zone_departure()}
                value={segment.from_zone}
                onChange={(from_zone) => onChange({ from_zone })}
              />
            </div>
            <div data-zone="to_zone" className="grid">
              <ZoneField
                trip={trip}
                label={m.tickets_zone_arrival()}
                value={segment.to_zone}
                onChange={(to_zone) => onChange({ to_zone })}
              />
            </div>
          </div>
        </div>
      )}
    </fieldset>
  )
}

function plusDaysText(days: number): string {
  return days === 0 ? '' : m.tickets_plus_days({ sign: days > 0 ? '+' : '−', days: Math.abs(days) })
}

interface NumberFieldProps {
  type: TicketType
  segment: Segment
  onChange: (change: Partial<Segment>) => void
}

/** The carrier and the number in one field: 'AC848'. What is typed stays as it is until the field is left. */
function NumberField({ type, segment, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      label={m.tickets_number({ type })}
      className="min-w-0 max-w-60 grow"
      data-added={segment.id}
      value={typed ?? carrierText(segment)}
      maxLength={MAX_BOOKING_NAME}
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize={type === 'flight' ? 'characters' : 'words'}
      spellCheck={false}
      // The number goes on after a carrier that was filled in.
      onFocus={({ currentTarget: field }) => {
        if (segment.number === '') field.setSelectionRange(field.value.length, field.value.length)
      }}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(readCarrierNumber(target.value))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

interface EndProps {
  end: 'from' | 'to'
  place: AirportOrText
  label: string
  onPlace: (place: AirportOrText) => void
  children: ReactNode
}

/** Not 'Mon', which is the beginning of a name. Capitals are read by the field itself. */
const CODE = /^[a-z]{3}$/

/** Where a part starts or ends, and when. */
function End({ end, place, label, onPlace, children }: EndProps) {
  const isWide = useIsWide()
  /** Somebody who has chosen the zone of a station may still correct its name. */
  const change = (to: AirportOrText) =>
    onPlace(place.code === '' && to.code === '' && to.name !== '' ? { ...to, zone: place.zone } : to)
  return (
    <div data-end={end} className="row-span-3 grid grid-cols-1 grid-rows-subgrid gap-3">
      <AirportField
        label={label}
        // The field of a phone cuts it off.
        note={isWide ? undefined : place.code}
        className="[&_input]:px-2"
        value={place}
        maxLength={MAX_BOOKING_NAME}
        hasWideList
        onChange={change}
      />
      {children}
    </div>
  )
}

interface TextProps {
  label: string
  value: string
  onChange: (value: string) => void
}

function Text({ onChange, ...rest }: TextProps) {
  return (
    <TextField
      {...rest}
      maxLength={MAX_BOOKING_NAME}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function TimeField({ hint, onChange, ...rest }: TextProps & { hint?: string | undefined }) {
  return (
    <TextField
      {...rest}
      type="time"
      // Two of them are side by side on a phone.
      className="[&_input]:px-2"
      hint={hint}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

import type { RefObject } from 'react'
import { endsBeforeStart } from '#domain/journeys/stays.ts'
import { MAX_STAY_NOTE, MAX_STAY_TEXT, type Stay } from '#domain/plan/stays.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSection } from '#web/data/trips/use-section.ts'
import { PassengerFields } from '#web/trip-core/bookings/passenger-fields.tsx'
import { PriceField } from '#web/trip-core/bookings/price-field.tsx'
import { DateField } from '#web/trip-core/days/date-field.tsx'
import { PlaceField } from '#web/trip-core/places/place-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { ChangeStay } from './stay-change.ts'
import { StayKindChoice } from './stay-kind-choice.tsx'
import { datesText } from './stay-words.ts'

interface StayFieldsProps {
  trip: Trip
  stay: Stay
  /** The first day of the trip, where the picker of the dates opens; '' without one. */
  firstDay: string
  nameError?: string | undefined
  nameField?: RefObject<HTMLInputElement | null>
  onChange: ChangeStay
}

/** A price that is no amount: unlike odd dates, it is not stored. */
export const WRONG_PRICE = '[inputmode=decimal][aria-invalid=true]'

const pair = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.75rem),1fr))] gap-3'

/** The fields of a stay. Odd dates show a warning but are saved. */
export function StayFields({ trip, stay, firstDay, nameError, nameField, onChange }: StayFieldsProps) {
  const { kind } = stay
  const tripCurrency = useSection(trip.id, 'costs')?.value.currency ?? ''
  const text = (field: 'name' | 'place' | 'end_place' | 'confirmation_number' | 'phone') => ({
    value: stay[field],
    maxLength: MAX_STAY_TEXT,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }, true),
  })
  const time = (field: 'starts_at' | 'ends_at') => ({
    type: 'time',
    value: stay[field],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }, true),
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <StayKindChoice value={kind} onChange={(to) => onChange({ kind: to })} />
      <TextField ref={nameField} label={m.stays_name_label({ kind })} error={nameError} {...text('name')} />
      <div className="grid grid-cols-1 gap-3">
        <div className={pair}>
          <DateField
            label={m.stays_start_date_label({ kind })}
            value={stay.starts_on}
            min={firstDay}
            onChange={(starts_on) => onChange({ starts_on })}
          />
          <TextField label={m.stays_start_time_label({ kind })} {...time('starts_at')} />
        </div>
        <div className={pair}>
          <DateField
            label={m.stays_end_date_label({ kind })}
            value={stay.ends_on}
            min={stay.starts_on || firstDay}
            error={endsBeforeStart(stay) ? m.stays_ends_before({ kind }) : undefined}
            onChange={(ends_on) => onChange({ ends_on })}
          />
          <TextField label={m.stays_end_time_label({ kind })} {...time('ends_at')} />
        </div>
        {/* Always there, so that nothing moves while somebody chooses. */}
        <p role="status" className="min-h-[1lh] text-sm text-muted">
          {datesText(stay)}
        </p>
      </div>
      <TextField label={m.stays_place_label({ kind })} {...text('place')} />
      {kind !== 'stay' && (
        <TextField
          label={m.stays_end_place_label({ kind })}
          note={kind === 'car' ? m.stays_end_place_note() : undefined}
          {...text('end_place')}
        />
      )}
      <PlaceField
        value={stay.place_id}
        onChange={(place_id, rename) => onChange({ place_id, place: rename(stay.place) })}
      />
      <div className="grid columns-that-fit gap-3">
        <TextField
          label={m.documents_ticket_confirmation_label()}
          autoCapitalize="characters"
          spellCheck={false}
          {...text('confirmation_number')}
        />
        <TextField label={m.stays_phone_label()} type="tel" {...text('phone')} />
      </div>
      <PassengerFields
        trip={trip}
        legend={m.stays_people({ kind })}
        passengers={stay.passengers}
        onChange={(passengers) => onChange({ passengers }, true)}
      />
      <PriceField
        price={stay.price}
        currency={stay.currency}
        tripCurrency={tripCurrency}
        onChange={(price) => onChange(price, true)}
      />
      <TextArea
        label={m.stays_note_label()}
        value={stay.note}
        maxLength={MAX_STAY_NOTE}
        onChange={({ target }) => onChange({ note: target.value }, true)}
      />
    </div>
  )
}

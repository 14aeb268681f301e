import { MAX_PLACE_NAME, MAX_PLACE_NOTE, type Place, type PlaceKind, placeKinds } from '#domain/plan/places.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { DayField } from '#web/trip-core/days/day-and-meal.tsx'
import type { PersonChoice } from '#web/trip-core/people/person-choices.ts'
import { placeKindName } from '#web/trip-core/places/place-kinds.ts'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PositionField } from './position-field.tsx'

export interface PlaceFieldsProps {
  place: Place
  days: readonly number[]
  dates: TripDates
  people: readonly PersonChoice[]
  /** `isTyped`: the change comes letter by letter. */
  onChange: (change: Partial<Place>, isTyped?: boolean) => void
}

export function PlaceFields({ place, days, dates, people, onChange }: PlaceFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={m.places_name()}
        value={place.name}
        maxLength={MAX_PLACE_NAME}
        autoComplete="off"
        onChange={({ target }) => onChange({ name: target.value }, true)}
      />
      <Field label={m.places_kind()}>
        {(wiring) => (
          <select
            {...wiring}
            value={place.kind}
            onChange={({ target }) => onChange({ kind: target.value as PlaceKind })}
            className={fieldLook}
          >
            {placeKinds.map((kind) => (
              <option key={kind} value={kind}>
                {placeKindName(kind)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="sm:col-span-2">
        <PositionField value={place.position} onChange={(position) => onChange({ position })} />
      </div>
      <DayField
        label={m.places_day()}
        none={m.places_day_any()}
        value={place.day}
        days={days}
        dates={dates}
        onChange={(day) => onChange({ day })}
      />
      {people.length > 1 && (
        <Field label={m.places_who()}>
          {(wiring) => (
            <select
              {...wiring}
              value={place.who}
              onChange={({ target }) => onChange({ who: target.value })}
              className={fieldLook}
            >
              <option value="">{m.places_who_none()}</option>
              {people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <div className="sm:col-span-2">
        <TextArea
          label={m.places_note()}
          value={place.note}
          maxLength={MAX_PLACE_NOTE}
          onChange={({ target }) => onChange({ note: target.value }, true)}
        />
      </div>
    </div>
  )
}

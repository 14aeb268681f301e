import { useRef, useState } from 'react'
import { type Car, MAX_CAR_TEXT, MAX_SEATS } from '#domain/plan/rides.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { DayField } from '#web/trip-core/days/day-and-meal.tsx'
import { PlaceField } from '#web/trip-core/places/place-field.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { EntryDialog } from './entry-dialog.tsx'

interface CarDialogProps {
  /** What is entered so far, or the car as it is now. */
  car: Car
  isNew: boolean
  title: string
  /** Everybody who can be its driver. */
  drivers: readonly { id: string; name: string }[]
  /** Whether it cannot be added without one. */
  needsDriver: boolean
  days: readonly number[]
  dates: TripDates
  /** `isTyped`: the change comes letter by letter. */
  onChange: (change: Partial<Car>, isTyped?: boolean) => void
  onAdd: (car: Car) => void
  onRemove: (car: Car) => void
  onClose: () => void
}

/** Only the driver and the seats are needed. */
export function CarDialog(props: CarDialogProps) {
  const { car, isNew, title, drivers, needsDriver, days, dates, onChange, onAdd, onRemove, onClose } = props
  const [isValid, setIsValid] = useState(true)
  // The field stays while its text is erased.
  const [hasWords] = useState(car.leaves_at.trim() !== '')
  const driverField = useRef<HTMLSelectElement>(null)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const isDriverMissing = needsDriver && car.driver === ''
  function add() {
    setWasSubmitted(true)
    if (isDriverMissing) driverField.current?.focus()
    else onAdd(car)
  }
  return (
    <EntryDialog
      {...{ title, isNew, onClose, isValid }}
      remove={m.rides_car_remove()}
      onAdd={add}
      onRemove={() => onRemove(car)}
    >
      {drivers.length > 1 && (
        <Field
          label={m.rides_driver_label()}
          error={wasSubmitted && isDriverMissing ? m.common_person_choose_first() : undefined}
        >
          {(wiring) => (
            <select
              {...wiring}
              ref={driverField}
              value={car.driver}
              onChange={({ target }) => onChange({ driver: target.value })}
              className={fieldLook}
            >
              {drivers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Stepper
        label={m.rides_seats_label()}
        isLabelShown
        hint={m.rides_seats_hint()}
        value={car.seats}
        min={1}
        max={MAX_SEATS}
        onChange={(seats, isTyped) => onChange({ seats }, isTyped)}
        onValid={setIsValid}
      />
      <TextField
        label={m.rides_place_label()}
        value={car.place}
        maxLength={MAX_CAR_TEXT}
        onChange={({ target }) => onChange({ place: target.value }, true)}
      />
      <PlaceField
        label={m.rides_place_of_trip_label()}
        value={car.place_id}
        onChange={(place_id, rename) => onChange({ place_id, place: rename(car.place) })}
      />
      <DayField
        label={m.rides_leaves_day_label()}
        none={m.rides_leaves_day_none()}
        value={car.leaves_day}
        days={days}
        dates={dates}
        onChange={(leaves_day) => onChange({ leaves_day })}
      />
      <TextField
        label={m.rides_leaves_time_label()}
        type="time"
        value={car.leaves_time}
        onChange={({ target }) => onChange({ leaves_time: target.value }, true)}
      />
      {hasWords && (
        <TextField
          label={m.rides_leaves_words_label()}
          hint={m.rides_leaves_words_hint()}
          value={car.leaves_at}
          maxLength={MAX_CAR_TEXT}
          onChange={({ target }) => onChange({ leaves_at: target.value }, true)}
        />
      )}
      <TextField
        label={m.rides_room_label()}
        placeholder={m.rides_room_example()}
        value={car.room_for_gear}
        maxLength={MAX_CAR_TEXT}
        onChange={({ target }) => onChange({ room_for_gear: target.value }, true)}
      />
    </EntryDialog>
  )
}

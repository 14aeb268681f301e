import { kindName } from '#domain/duties/duty-words.ts'
import { type Duty, type DutyKind, dutyKinds, MAX_DUTY_NAME, MAX_DUTY_NOTE, MAX_PLACES } from '#domain/plan/duties.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { DayField, MealField } from '#web/trip-core/days/day-and-meal.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface DutyFieldsProps {
  duty: Duty
  days: readonly number[]
  dates: TripDates
  /** `isTyped`: the change comes letter by letter. */
  onChange: (change: Partial<Duty>, isTyped?: boolean) => void
  /** Reports whether all that is entered is right. */
  onValid?: (isValid: boolean) => void
}

export function DutyFields({ duty, days, dates, onChange, onValid }: DutyFieldsProps) {
  const { day, meal } = duty
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={m.duties_kind_label()}>
        {(wiring) => (
          <select
            {...wiring}
            value={duty.kind}
            onChange={({ target }) => onChange({ kind: target.value as DutyKind })}
            className={fieldLook}
          >
            {dutyKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindName(kind)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={m.duties_name_label()}
        placeholder={m.duties_name_example()}
        value={duty.name}
        maxLength={MAX_DUTY_NAME}
        autoComplete="off"
        onChange={({ target }) => onChange({ name: target.value }, true)}
      />
      <DayField
        label={m.duties_day_label()}
        none={m.duties_any_day()}
        value={day}
        days={days}
        dates={dates}
        onChange={(to) => onChange({ day: to })}
      />
      <MealField
        label={m.duties_meal_label()}
        none={m.duties_no_meal()}
        value={meal}
        onChange={(to) => onChange({ meal: to })}
      />
      <Stepper
        label={m.duties_places_label()}
        isLabelShown
        value={duty.places}
        max={MAX_PLACES}
        onChange={(places, isTyped) => onChange({ places }, isTyped)}
        {...(onValid && { onValid })}
      />
      <TextArea
        label={m.duties_note_label()}
        value={duty.note}
        maxLength={MAX_DUTY_NOTE}
        className="sm:col-span-2"
        onChange={({ target }) => onChange({ note: target.value }, true)}
      />
    </div>
  )
}

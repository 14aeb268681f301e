import { type MealType, mealTypes } from '#domain/plan/day-parts.ts'
import { dayLabel, type TripDates } from '#domain/trip-days.ts'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { mealTitles } from './meal-order.ts'

interface DayFieldProps {
  label: string
  /** The choice that stands for no single day. */
  none: string
  /** 0 for no single day. */
  value: number
  /** The days on offer. The chosen day is offered even if it is not among them. */
  days: readonly number[]
  dates: TripDates
  onChange: (day: number) => void
}

export function DayField({ label, none, value, days, dates, onChange }: DayFieldProps) {
  const offered = value === 0 || days.includes(value) ? days : [...days, value].toSorted((one, other) => one - other)
  return (
    <Field label={label}>
      {(wiring) => (
        <select
          {...wiring}
          value={value}
          onChange={({ target }) => onChange(Number(target.value))}
          className={fieldLook}
        >
          <option value={0}>{none}</option>
          {offered.map((number) => (
            <option key={number} value={number}>
              {dayLabel(dates, number)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface MealFieldProps {
  label: string
  none: string
  value: '' | MealType
  onChange: (meal: '' | MealType) => void
}

export function MealField({ label, none, value, onChange }: MealFieldProps) {
  return (
    <Field label={label}>
      {(wiring) => (
        <select
          {...wiring}
          value={value}
          onChange={({ target }) => onChange(target.value as '' | MealType)}
          className={fieldLook}
        >
          <option value="">{none}</option>
          {mealTypes.map((type) => (
            <option key={type} value={type}>
              {mealTitles[type]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

import type { Reminders } from '#domain/calendar/reminders.ts'
import * as m from '#messages'
import { Field, fieldLook } from '#web/ui/field.tsx'

const departures: Record<Reminders['departure'], () => string> = {
  none: m.calendar_reminders_departure_none,
  evening: m.calendar_reminders_departure_evening,
  two_hours: m.calendar_reminders_departure_two_hours,
}
const duties: Record<Reminders['duties'], () => string> = {
  none: m.calendar_reminders_duties_none,
  half_hour: m.calendar_reminders_duties_half_hour,
  hour: m.calendar_reminders_duties_hour,
}

interface ReminderFieldsProps {
  reminders: Reminders
  onChange: (reminders: Reminders) => void
}

/** When the calendar reminds of what. */
export function ReminderFields({ reminders, onChange }: ReminderFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <Choice
        label={m.calendar_reminders_departure()}
        names={departures}
        value={reminders.departure}
        onChange={(departure) => onChange({ ...reminders, departure })}
      />
      <Choice
        label={m.calendar_reminders_duties()}
        names={duties}
        value={reminders.duties}
        onChange={(chosen) => onChange({ ...reminders, duties: chosen })}
      />
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  names: Record<Value, () => string>
  value: Value
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, names, value, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {(wiring) => (
        <select
          {...wiring}
          value={value}
          onChange={({ target }) => onChange(target.value as Value)}
          className={fieldLook}
        >
          {(Object.keys(names) as Value[]).map((one) => (
            <option key={one} value={one}>
              {names[one]()}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

import type { ClipboardEventHandler, ReactNode, Ref } from 'react'
import { MAX_PERSON_AGE, MAX_PERSON_NAME, type Person } from '#domain/plan/people.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AttendanceGrid } from './attendance-grid.tsx'
import { ComingChoice } from './coming-choice.tsx'
import { FoodFields } from './food-fields.tsx'

interface PersonFieldsProps {
  person: Person
  days: readonly number[]
  dates: TripDates
  nameField: Ref<HTMLInputElement>
  nameError: string | undefined
  belowName?: ReactNode
  onPasteName?: ClipboardEventHandler<HTMLInputElement>
  /** `isTyped`: the change comes letter by letter. */
  onChange: (change: Partial<Person>, isTyped?: boolean) => void
}

export function PersonFields(props: PersonFieldsProps) {
  const { person, days, dates, nameField, nameError, belowName, onPasteName, onChange } = props
  const isChild = person.kind === 'child'
  const mayCome = person.coming !== 'not_coming'
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 justify-items-start gap-1">
        <TextField
          ref={nameField}
          label={m.group_person_name_label()}
          value={person.name}
          maxLength={MAX_PERSON_NAME}
          autoComplete="off"
          error={nameError}
          className="w-full"
          {...(onPasteName && { onPaste: onPasteName })}
          onChange={({ target }) => onChange({ name: target.value }, true)}
        />
        {belowName}
      </div>
      <ComingChoice name={person.name.trim()} value={person.coming} onChange={(coming) => onChange({ coming })} />
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-5">
        <Switch checked={isChild} onChange={(checked) => onChange({ kind: checked ? 'child' : 'adult' })}>
          {m.group_person_child_switch()}
        </Switch>
        {isChild && (
          <TextField
            label={m.group_person_age_label()}
            hint={m.group_person_age_hint()}
            value={person.age}
            maxLength={MAX_PERSON_AGE}
            autoComplete="off"
            onChange={({ target }) => onChange({ age: target.value }, true)}
          />
        )}
      </div>
      {mayCome && days.length > 0 && <AttendanceGrid {...{ person, days, dates, onChange }} />}
      {mayCome && <FoodFields person={person} onChange={onChange} />}
    </div>
  )
}

import { useState } from 'react'
import { comingNames } from '#domain/people-words.ts'
import { PERSON_AGE_MAX, PERSON_NAME_MAX, type Person } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import type { Whom } from '#web/data/trips/parties.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AttendanceGrid } from './attendance-grid.tsx'
import { ComingChoice } from './coming-choice.tsx'
import { FoodFields } from './food-fields.tsx'
import { foodWords, nameOf, stayWords } from './person-words.ts'
import { PrivateFields } from './private-fields.tsx'
import { ReachPerson } from './reach-person.tsx'

export interface PersonDialogProps {
  trip: Trip
  whom: Whom
  person: Person
  days: readonly number[]
  labelOf: (day: number) => string
  /** Takes a change over; absent for those who may not. `isTyped` for what comes letter by letter. */
  onChange?: ((change: Partial<Person>, isTyped?: boolean) => void) | undefined
  /** Takes them off the list; absent where that is not possible. */
  onRemove?: (() => void) | undefined
  onClose: () => void
}

/** All that there is to say of somebody who may come along. What is changed counts at once, as everywhere in the plan. */
export function PersonDialog({ trip, whom, person, days, labelOf, onChange, onRemove, onClose }: PersonDialogProps) {
  const name = nameOf(person)
  const [title] = useState(name)
  const footer = (
    <div className="flex flex-wrap justify-between gap-3">
      {onRemove ? (
        <Button variant="danger" onClick={onRemove}>
          Remove from the list
        </Button>
      ) : (
        <span />
      )}
      <Button onClick={onClose}>Done</Button>
    </div>
  )
  return (
    <Modal open onClose={onClose} title={title} footer={footer}>
      <div className="grid grid-cols-1 gap-5">
        <ReachPerson trip={trip} whom={whom} name={name} />
        {onChange ? <Fields {...{ person, days, labelOf, onChange }} /> : <Facts person={person} />}
        <PrivateFields trip={trip} whom={whom} name={name} />
      </div>
    </Modal>
  )
}

function Fields({
  person,
  days,
  labelOf,
  onChange,
}: Required<Pick<PersonDialogProps, 'person' | 'days' | 'labelOf'>> & { onChange: NonNullable<PersonDialogProps['onChange']> }) {
  const isChild = person.kind === 'child'
  const mayCome = person.coming !== 'not_coming'
  return (
    <div className="grid grid-cols-1 gap-5">
      <TextField
        label="Name"
        value={person.name}
        maxLength={PERSON_NAME_MAX}
        autoComplete="off"
        error={person.name.trim() === '' ? 'Without a name nobody knows who this is.' : undefined}
        onChange={({ target }) => onChange({ name: target.value }, true)}
      />
      <ComingChoice name={nameOf(person)} value={person.coming} onChange={(coming) => onChange({ coming })} />
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-5">
        <Switch checked={isChild} onChange={(checked) => onChange({ kind: checked ? 'child' : 'adult' })}>
          Child
        </Switch>
        {isChild && (
          <TextField
            label="Age"
            hint="Where it matters"
            value={person.age}
            maxLength={PERSON_AGE_MAX}
            autoComplete="off"
            onChange={({ target }) => onChange({ age: target.value }, true)}
          />
        )}
      </div>
      {mayCome && days.length > 0 && <AttendanceGrid {...{ person, days, labelOf, onChange }} />}
      {mayCome && <FoodFields person={person} onChange={onChange} />}
    </div>
  )
}

/** What somebody reads who does not answer for this person. */
function Facts({ person }: { person: Person }) {
  const facts: [string, string][] = [
    ['Comes', comingNames[person.coming]],
    ['Is', person.kind === 'child' ? `a child${person.age ? `, ${person.age}` : ''}` : 'an adult'],
    ['When', stayWords(person)],
    ['Food', foodWords(person) || 'nothing special'],
    ...(person.carries_medicine ? [['Medicine', 'carries it'] as [string, string]] : []),
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
      {facts.map(([term, fact]) => (
        <div key={term} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 break-words">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

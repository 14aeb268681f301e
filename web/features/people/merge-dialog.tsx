import { useId, useState } from 'react'
import type { Planner } from '#domain/api/people.ts'
import { nameOfUser } from '#domain/person.ts'
import { findPartyOf } from '#domain/plan/merge-people.ts'
import { listPersons, type Party, type Person } from '#domain/plan/people.ts'
import { listMarks } from '#domain/tell-apart.ts'
import { trimmed } from '#domain/text.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { useMergingPeople, usePeople } from '#web/data/trips/people.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { labelOf, nameOf } from '#web/trip-core/people/person-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'

interface MergeDialogProps {
  trip: Trip
  /** One of the two people. */
  personId: string
  onClose: () => void
}

/** Says that two people of the list are the same person. It cannot be undone, so it says what happens. */
export function MergeDialog({ trip, personId, onClose }: MergeDialogProps) {
  const parties = useSection(trip.id, 'people')?.value ?? []
  const planners = usePeople(trip.id).current?.people ?? []
  const isOnline = useIsOnline()
  const { send, isPending, error } = useMergingPeople(trip.id, onClose)
  const [otherId, setOtherId] = useState('')
  const [keptId, setKeptId] = useState<string>()
  const persons = listPersons(parties)
  const marks = listMarks(parties)
  const [one, other] = [personId, otherId].map((id) => persons.find((each) => each.id === id))
  const findUser = (id: string) => planners.find(({ person_id }) => person_id === id)
  // Two people who have joined have two accounts or devices, so they are not offered.
  const others = persons.filter(({ id }) => id !== personId && !(findUser(personId) && findUser(id)))
  const joined = findUser(personId) ?? findUser(otherId)
  const staysId = keptId ?? (other && findUser(otherId) ? otherId : personId)
  const [stays, goes] = staysId === otherId ? [other, one] : [one, other]
  const failure = isOnline ? error : m.group_merge_offline()

  const footer = (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        {m.common_cancel()}
      </Button>
      {stays && goes && (
        <Button busy={isPending} onClick={() => send({ stays: stays.id, merged: goes.id })}>
          {isPending ? m.group_merging() : m.group_merge()}
        </Button>
      )}
    </div>
  )
  return (
    <Modal open onClose={onClose} title={m.group_merge_title()} description={m.group_merge_what()} footer={footer}>
      <div className="grid grid-cols-1 gap-5">
        {one && others.length > 0 && (
          <Field label={m.group_merge_who({ name: nameOf(one) })}>
            {(wiring) => (
              <select
                {...wiring}
                className={fieldLook}
                value={otherId}
                onChange={({ target }) => setOtherId(target.value)}
              >
                <option value="">{m.group_merge_choose()}</option>
                {others.map((person) => (
                  <option key={person.id} value={person.id}>
                    {labelWithParty(person, parties, marks.get(person.id))}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {others.length === 0 && <p>{m.group_merge_nobody()}</p>}
        {one && other && (
          <StayingChoice {...{ persons: [one, other], marks, staysId, findUser, onChange: setKeptId }} />
        )}
        {stays && goes && (
          <ul className="grid list-disc gap-1.5 pl-5 wrap-anywhere">
            <li>{m.group_merge_fills({ name: nameOf(stays), other: nameOf(goes) })}</li>
            <li>{m.group_merge_moves({ name: nameOf(stays), other: nameOf(goes) })}</li>
            {joined && !joined.is_unconfirmed && <li>{m.group_merge_sees({ user: nameOfUser(joined) })}</li>}
            <li>{m.group_merge_final()}</li>
          </ul>
        )}
        {failure !== undefined && <ErrorBox message={failure} />}
      </div>
    </Modal>
  )
}

function labelWithParty(person: Person, parties: readonly Party[], mark: string | undefined): string {
  const words = mark ?? trimmed(findPartyOf(parties, person.id)?.name ?? '')
  return words ? m.group_apart({ name: labelOf(person), mark: words }) : labelOf(person)
}

interface StayingChoiceProps {
  persons: readonly Person[]
  /** What tells people of the same name apart. */
  marks: ReadonlyMap<string, string>
  staysId: string
  findUser: (personId: string) => Planner | undefined
  onChange: (personId: string) => void
}

/** Which of two entries stays on the list. */
function StayingChoice({ persons, marks, staysId, findUser, onChange }: StayingChoiceProps) {
  const group = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{m.group_merge_stays()}</legend>
      <div className="grid grid-cols-1 gap-1">
        {persons.map((person) => (
          <label key={person.id} className="touch flex cursor-pointer items-center gap-3 rounded-md">
            <input
              type="radio"
              name={group}
              checked={person.id === staysId}
              onChange={() => onChange(person.id)}
              className="size-5 shrink-0"
            />
            <span className="min-w-0 wrap-anywhere">
              {labelOf(person)}
              {marks.has(person.id) && <span className="text-sm text-muted"> · {marks.get(person.id)}</span>}
              {findUser(person.id) && <span className="text-sm text-muted"> · {m.group_merge_joined()}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

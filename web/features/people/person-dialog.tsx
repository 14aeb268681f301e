import { Plus } from 'lucide-react'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { canSeePeople, identityOf } from '#domain/access.ts'
import type { Planner } from '#domain/api/people.ts'
import type { Party, Person } from '#domain/plan/people.ts'
import type { Answer } from '#domain/stay.ts'
import type { Trip } from '#domain/trip.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import type { PersonRef } from '#web/data/trips/parties.ts'
import { hasName, labelOf, nameOf } from '#web/trip-core/people/person-words.ts'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { ComingChoice } from './coming-choice.tsx'
import { ConfirmAnswer } from './confirm-answer.tsx'
import { usePeopleSlots } from './people-slots.ts'
import { PersonAccess } from './person-access.tsx'
import { PersonFacts } from './person-facts.tsx'
import { PersonFields } from './person-fields.tsx'
import { PrivateFields } from './private-fields.tsx'
import { ReachPerson } from './reach-person.tsx'
import { useAlsoForParty } from './use-also-for-party.tsx'

interface PersonDialogProps {
  trip: Trip
  whom: PersonRef
  person: Person
  days: readonly number[]
  dates: TripDates
  /** Whether it opens with its fields: somebody wants to change the answer. */
  opensFields: boolean
  /** Their user; null if they have none, undefined while that is not known. */
  planner: Planner | null | undefined
  party: Party
  /** The names of the others in their party. */
  companions: readonly string[]
  /** Changes the person; absent if the current user may not. `isTyped`: the change comes letter by letter. */
  onChange?: ((change: Partial<Person>, isTyped?: boolean) => void) | undefined
  /** Gives others of their party these days, as one edit. Returns what undoes it. */
  onOthers: (personIds: readonly string[], days: Answer) => (() => void) | undefined
  onRemoveAccess: (planner: Planner) => void
  /** Absent if the person cannot be removed. */
  onRemove?: (() => void) | undefined
  /** What the button says that adds somebody to their party. */
  addLabel: string
  /** Adds somebody to their party; absent if the current user may not. */
  onAddToParty?: (() => void) | undefined
  /** Merges them with another person; absent if the current user may not. */
  onMerge?: (() => void) | undefined
  onClose: () => void
}

/** All details of a person. It opens read-only; edits are saved while typing. */
export function PersonDialog({
  trip,
  whom,
  person,
  days,
  dates,
  opensFields,
  planner,
  party,
  companions,
  onChange,
  onOthers,
  onRemoveAccess,
  onRemove,
  addLabel,
  onAddToParty,
  onMerge,
  onClose,
}: PersonDialogProps) {
  const user = useUser()
  const { PromisesOf } = usePeopleSlots()
  const name = nameOf(person)
  /** The title while editing: it does not change with each letter of the name. */
  const [title, setTitle] = useState(opensFields ? labelOf(person) : undefined)
  const isEditing = title !== undefined && onChange !== undefined
  const isOwn = trip.role !== 'everybody' && identityOf(user, trip).party_id === whom.partyId
  const nameField = useRef<HTMLInputElement>(null)
  const also = useAlsoForParty({ party, person, dates, onOthers })
  useLayoutEffect(() => {
    const field = nameField.current
    if (!isEditing || !field) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }, [isEditing])

  const footer = (
    <div className="grid grid-cols-1 gap-3">
      {/* In sight while the days are changed, wherever these are scrolled to. */}
      {isEditing && also.element}
      <div className="flex flex-wrap justify-between gap-3">
        {isEditing && onRemove && (
          <Button variant="danger" onClick={onRemove}>
            {m.group_remove_from_trip()}
          </Button>
        )}
        {!isEditing && onChange && (
          <Button variant="quiet" onClick={() => setTitle(labelOf(person))}>
            {m.common_edit()}
          </Button>
        )}
        <Button className="ml-auto" onClick={onClose}>
          {m.common_done()}
        </Button>
      </div>
    </div>
  )
  return (
    <Modal open onClose={onClose} title={isEditing ? title : labelOf(person)} footer={footer} isForReading={!isEditing}>
      <div className="grid grid-cols-1 gap-5">
        <ReachPerson trip={trip} whom={whom} name={name} />
        {isEditing ? (
          <PersonFields
            {...{ person, days, dates, nameField }}
            nameError={hasName(person) ? undefined : m.group_person_name_missing()}
            onChange={(change, isTyped) => {
              also.notice(change)
              onChange(change, isTyped)
            }}
          />
        ) : (
          <>
            {isOwn && onChange && (
              <ComingChoice name={name} value={person.coming} onChange={(coming) => onChange({ coming })} />
            )}
            {onChange && <ConfirmAnswer {...{ person, dates, onChange }} onAnswer={() => setTitle(labelOf(person))} />}
            <PersonFacts person={person} dates={dates} hasAnswer={!isOwn || !onChange} />
            {onAddToParty && (
              <TextButton className="-my-2 mr-0 max-w-full justify-self-start" onClick={onAddToParty}>
                <Plus aria-hidden="true" className="size-5 shrink-0" />
                <span className="min-w-0 wrap-anywhere">{addLabel}</span>
              </TextButton>
            )}
          </>
        )}
        <Suspense>
          <PromisesOf trip={trip} person={person} />
        </Suspense>
        {canSeePeople(trip) && (
          <PersonAccess {...{ trip, person, planner, companions, isEditing }} onRemove={onRemoveAccess} />
        )}
        <PrivateFields trip={trip} whom={whom} name={name} isEditing={isEditing} />
        {isEditing && (onAddToParty || onMerge) && (
          <div className="flex flex-wrap gap-2">
            {onAddToParty && (
              <Button variant="quiet" onClick={onAddToParty}>
                {addLabel}
              </Button>
            )}
            {onMerge && (
              <Button variant="quiet" onClick={onMerge}>
                {m.group_menu_merge()}
              </Button>
            )}
          </div>
        )}
      </div>
    </Modal>
  )
}

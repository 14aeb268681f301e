import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { MAX_PERSON_NAME, type Party, type Person } from '#domain/plan/people.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ComingChoice } from './coming-choice.tsx'
import { ConfirmAnswer } from './confirm-answer.tsx'
import { PersonRow } from './person-row.tsx'
import { nameOf } from './person-words.ts'

interface OwnPartyProps {
  party: Party
  /** The current user's person id. */
  me: string
  /** Whether it is the first thing on the page, because somebody had not answered. */
  isFirst: boolean
  /** Absent if the current user may not answer, until an organizer has decided who they are. */
  onAnswer?: ((personId: string, change: Partial<Person>) => void) | undefined
  onName?: ((name: string) => void) | undefined
  onAdd?: (() => void) | undefined
  dates: TripDates
  onOpen: (personId: string) => void
  /** What a person has promised, for one who is not coming, or wasn't a moment ago. */
  promisesOf: (person: Person) => ReactNode
}

/** The current user's party, with its answers in one press. */
export function OwnParty({ party, me, isFirst, dates, onAnswer, onName, onAdd, onOpen, promisesOf }: OwnPartyProps) {
  const { name, persons } = party
  return (
    <div className="grid grid-cols-1 gap-3">
      <ul aria-label={name.trim() || m.group_party_label()} className="grid grid-cols-1 gap-3">
        {persons.map((person) => (
          <li key={person.id} className="grid max-w-none grid-cols-1 gap-2">
            <PersonRow
              person={person}
              words={person.id === me ? [m.group_you()] : []}
              isAnswered={onAnswer === undefined}
              mayName={onName !== undefined}
              dates={dates}
              onOpen={() => onOpen(person.id)}
            />
            {onAnswer && (
              <>
                <ComingChoice
                  name={nameOf(person)}
                  value={person.coming}
                  isLarge={isFirst && persons.length === 1}
                  onChange={(coming) => onAnswer(person.id, { coming })}
                />
                {promisesOf(person)}
                <ConfirmAnswer
                  {...{ person, dates }}
                  onChange={(change) => onAnswer(person.id, change)}
                  onAnswer={() => onOpen(person.id)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end justify-between gap-3">
        {persons.length > 1 && onName && (
          <TextField
            label={m.group_party_name_label()}
            value={name}
            maxLength={MAX_PERSON_NAME}
            autoComplete="off"
            onChange={({ target }) => onName(target.value)}
            className="min-w-0 flex-1 basis-48"
          />
        )}
        {onAdd && (
          <Button variant="quiet" onClick={onAdd} className="text-left">
            <Plus aria-hidden="true" className="size-5" />
            {m.group_party_add()}
          </Button>
        )}
      </div>
    </div>
  )
}

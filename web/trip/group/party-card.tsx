import { CalendarDays, ChevronRight, Plus, Stethoscope } from 'lucide-react'
import type { ReactNode } from 'react'
import { comingName } from '#domain/people-words.ts'
import { MAX_PERSON_NAME, type Party, type Person } from '#domain/plan/people.ts'
import { findUnconfirmed, stayIn } from '#domain/stay.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Face } from '#web/ui/face.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AllergyBadge } from './allergy-badge.tsx'
import { ComingChoice } from './coming-choice.tsx'
import { ConfirmAnswer } from './confirm-answer.tsx'
import {
  allergyWords,
  childWords,
  foodWords,
  hasName,
  labelOf,
  labelOfParty,
  nameOf,
  stayWords,
} from './person-words.ts'

interface PartyCardProps {
  party: Party
  /** Whether it is the current user's party, whose answers are given here. */
  isMine: boolean
  /** The current user's person id. */
  me: string
  onAnswer?: ((personId: string, change: Partial<Person>) => void) | undefined
  onName?: ((name: string) => void) | undefined
  onAdd?: (() => void) | undefined
  dates: TripDates
  onOpen: (personId: string) => void
  /** What a person has promised, for one who is not coming, or wasn't a moment ago. */
  promisesOf: (person: Person) => ReactNode
}

export function PartyCard({ party, isMine, me, dates, onAnswer, onName, onAdd, onOpen, promisesOf }: PartyCardProps) {
  const { name, persons } = party
  const isOne = persons.length === 1
  return (
    <div className={isMine ? 'grid grid-cols-1 gap-4' : 'grid grid-cols-1'}>
      {!isMine && !isOne && <h3 className="mb-1 text-sm font-semibold text-muted">{labelOfParty(party)}</h3>}
      <ul aria-label={name.trim() || m.group_party_label()} className={`grid grid-cols-1 ${isMine ? 'gap-4' : ''}`}>
        {persons.map((person) => (
          <li key={person.id} className="grid max-w-none grid-cols-1 gap-2">
            <PersonLine
              person={person}
              isMe={person.id === me}
              isAnswered={!isMine}
              mayName={onName !== undefined}
              dates={dates}
              onOpen={() => onOpen(person.id)}
            />
            {isMine && onAnswer && (
              <>
                <ComingChoice
                  name={nameOf(person)}
                  value={person.coming}
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
      {isMine && (
        <div className="flex flex-wrap items-end justify-between gap-3">
          {!isOne && onName && (
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
      )}
    </div>
  )
}

interface PersonLineProps {
  person: Person
  isMe: boolean
  isAnswered: boolean
  /** Whether the current user may name them. */
  mayName: boolean
  dates: TripDates
  onOpen: () => void
}

/** A person in the list, with what others need to know at a glance. Pressing it opens the details. */
function PersonLine({ person, isMe, isAnswered, mayName, dates, onOpen }: PersonLineProps) {
  const { coming } = person
  const words = [
    person.kind === 'child' && childWords(person),
    coming === 'coming' && stayWords(stayIn(person, dates), dates),
    foodWords(person),
  ]
  const facts = words.filter(Boolean).join(' · ')
  const isEmpty = facts === '' && allergyWords(person) === ''
  return (
    <button
      type="button"
      onClick={onOpen}
      className="touch grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-md py-1.5 text-left transition-colors hover:bg-action-soft"
    >
      <Face id={person.id} name={person.name} />
      {/* Without room for both, the answer wraps below the name. */}
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex min-w-0 grow basis-32 flex-wrap items-baseline gap-x-2 leading-snug">
          <span className={`min-w-0 wrap-anywhere ${hasName(person) ? 'font-semibold' : 'text-muted italic'}`}>
            {labelOf(person)}
          </span>
          {isMe && <span className="text-sm text-muted">{m.group_you()}</span>}
        </span>
        {isAnswered && (
          <span
            className={`shrink-0 rounded-sm border px-2 py-0.5 text-sm ${coming === 'coming' ? 'border-good bg-good-soft text-good' : 'border-line text-muted'}`}
          >
            {coming === 'open' ? m.group_answer_none() : comingName(coming)}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-action" />
      <span className="col-span-2 col-start-2 grid grid-cols-1 justify-items-start gap-1 text-sm text-muted">
        {!hasName(person) && mayName && <span>{m.group_person_name_missing()}</span>}
        {facts && <span className="min-w-0 max-w-full wrap-anywhere">{facts}</span>}
        {isAnswered && mayName && findUnconfirmed(person, dates.departure_date) === 'days' && (
          <span className="inline-flex items-center gap-1.5 text-warn">
            <CalendarDays aria-hidden="true" className="size-4 shrink-0" />
            {m.group_confirm_mark()}
          </span>
        )}
        {isEmpty && !isAnswered && <span>{m.group_person_open_hint()}</span>}
        <AllergyBadge person={person} />
        {person.carries_medicine && (
          <span className="inline-flex items-center gap-1.5">
            <Stethoscope aria-hidden="true" className="size-4 shrink-0 text-accent" />
            {m.group_person_carries_medicine()}
          </span>
        )}
      </span>
    </button>
  )
}

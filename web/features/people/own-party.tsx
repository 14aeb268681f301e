import { ChevronDown, Pencil, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { MAX_PERSON_NAME, type Party, type Person } from '#domain/plan/people.ts'
import { findUnconfirmed } from '#domain/stay.ts'
import { isBlank, trimmed } from '#domain/text.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { useTripOver } from '#web/trip-core/days/trip-over.ts'
import { answerOfParty, nameOf } from '#web/trip-core/people/person-words.ts'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { Face } from '#web/ui/face.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ComingChoice } from './coming-choice.tsx'
import { ConfirmAnswer } from './confirm-answer.tsx'
import { PersonRow } from './person-row.tsx'

interface OwnPartyProps {
  party: Party
  /** The current user's person id. */
  me: string
  /** Whether it is the first thing on the page, because somebody had not answered. */
  isFirst: boolean
  /** Whether people without an answer are asked for one. */
  isAsked: boolean
  /** Whether it is one line that opens, as parties in a long list are, unless something is asked. */
  isFolded: boolean
  /** Whether the page speaks of parties. */
  usesParties: boolean
  /** Absent if the current user may not answer, until an organizer has decided who they are. */
  onAnswer?: ((personId: string, change: Partial<Person>) => void) | undefined
  onName?: ((name: string) => void) | undefined
  onAdd?: (() => void) | undefined
  dates: TripDates
  onOpen: (personId: string) => void
  /** Opens a person's fields. */
  onEdit: (personId: string) => void
  /** What a person has promised, for one who is not coming, or wasn't a moment ago. */
  promisesOf: (person: Person) => ReactNode
}

/** The current user's party. People without an answer get one in one press; the others are rows as in the list. */
export function OwnParty({
  party,
  me,
  isFirst,
  isAsked,
  isFolded,
  usesParties,
  dates,
  onAnswer,
  onName,
  onAdd,
  onOpen,
  onEdit,
  promisesOf,
}: OwnPartyProps) {
  const { name, persons } = party
  const isOver = useTripOver()
  const asked = useAsked(persons)
  // The field stays while its text is erased.
  const [hadName] = useState(!isBlank(name))
  const [isChanging, setIsChanging] = useState(false)
  const [isShown, setIsShown] = useState(
    () =>
      !isOver &&
      onAnswer !== undefined &&
      persons.some((person) => (isAsked && person.coming === 'open') || findUnconfirmed(person, dates.departure_date)),
  )
  const isChoice = ({ id }: Person) => onAnswer !== undefined && (isChanging || (isAsked && asked.has(id)))
  const isTogether = persons.length > 1
  const title = !isTogether ? m.group_party_you() : usesParties ? m.group_party_yours() : m.group_party_everyone()
  const isOpen = isShown || isChanging
  /** For the line of a folded party: opens it, to answer at once. */
  const toggle = () => {
    setIsShown(false)
    setIsChanging(!isOpen)
  }

  const rowOf = (person: Person) => (
    <PersonRow
      person={person}
      isMe={person.id === me}
      words={[]}
      isAnswered={!isChoice(person) && (isAsked || person.coming !== 'open')}
      isAsked={onAnswer !== undefined}
      mayName={onName !== undefined}
      dates={dates}
      onOpen={() => onOpen(person.id)}
    />
  )
  const answersOf = (person: Person) =>
    onAnswer && (
      <>
        {isChoice(person) && (
          <ComingChoice
            name={nameOf(person)}
            value={person.coming}
            isLarge={isFirst && !isTogether}
            onChange={(coming) => onAnswer(person.id, { coming })}
          />
        )}
        {promisesOf(person)}
        <ConfirmAnswer
          {...{ person, dates }}
          onChange={(changed) => onAnswer(person.id, changed)}
          onAnswer={() => onEdit(person.id)}
        />
      </>
    )
  const rows = (
    <ul aria-label={trimmed(name) || (usesParties ? m.group_party_label() : title)} className="grid grid-cols-1">
      {persons.map((person) => (
        <li key={person.id} className={`grid max-w-none grid-cols-1 gap-2 ${isChoice(person) ? 'pb-3' : ''}`}>
          {rowOf(person)}
          {answersOf(person)}
        </li>
      ))}
    </ul>
  )
  const actions = (
    <div className="flex flex-wrap items-center gap-x-6">
      {onAdd && (
        <TextButton onClick={onAdd}>
          <Plus aria-hidden="true" className="size-5 shrink-0" />
          {usesParties ? m.group_party_add() : m.group_with_add_to_you()}
        </TextButton>
      )}
      {isTogether && onName && (usesParties || hadName) && (
        <PartyName
          name={name}
          label={usesParties ? m.group_party_name_label() : m.group_person_name_label()}
          onName={onName}
        />
      )}
    </div>
  )
  const changeButton = onAnswer && (isChanging || !persons.every(isChoice)) && (
    <TextButton aria-expanded={isChanging} onClick={() => setIsChanging(!isChanging)}>
      {isTogether ? m.group_answers_change() : m.group_answer_change()}
    </TextButton>
  )

  if (isFirst)
    return (
      <Panel
        title={persons.every(({ coming }) => coming !== 'open') ? title : m.group_are_you_coming()}
        actions={changeButton}
      >
        {rows}
        {actions}
      </Panel>
    )
  if (!isFolded)
    return (
      <section aria-label={title} className="rounded-md bg-raised px-3 py-1.5">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h3 className="text-base">{title}</h3>
          {changeButton}
        </div>
        {rows}
        {actions}
      </section>
    )
  if (isTogether)
    return (
      <section aria-label={title} className="rounded-md bg-raised px-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={toggle}
          className="touch flex w-full flex-wrap items-center gap-x-2 rounded-md py-1 text-left hover:bg-action-soft sm:gap-x-3"
        >
          <Face id={me} name={persons.find(({ id }) => id === me)?.name ?? name} />
          <span className="min-w-0 grow font-semibold wrap-anywhere">{title}</span>
          <span className={`text-sm ${persons.some(({ coming }) => coming === 'coming') ? 'text-good' : 'text-muted'}`}>
            {answerOfParty(persons, isOver)}
          </span>
          {onAnswer && <span className="text-sm text-action">{m.group_answers_change_short()}</span>}
          <ChevronDown
            aria-hidden="true"
            className={`size-5 shrink-0 text-muted transition-transform max-sm:hidden ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
        {isOpen && (
          <div className="animate-arrive border-t border-line pb-1">
            {rows}
            {actions}
          </div>
        )}
      </section>
    )
  return (
    <section aria-label={title} className="rounded-md bg-raised px-2">
      {persons.map((person) => (
        <div key={person.id} className="grid grid-cols-1 gap-2">
          <div className="flex flex-wrap items-center gap-x-3">
            <div className="min-w-0 flex-1 basis-48">{rowOf(person)}</div>
            {onAnswer && (
              <TextButton aria-expanded={isOpen} aria-label={m.group_answer_change()} onClick={toggle}>
                {m.group_answers_change_short()}
                <ChevronDown aria-hidden="true" className={`size-4 shrink-0 ${isOpen ? 'rotate-180' : ''}`} />
              </TextButton>
            )}
          </div>
          {answersOf(person)}
        </div>
      ))}
      {isOpen && <div className="animate-arrive">{actions}</div>}
    </section>
  )
}

/** The people who had no answer when they were first shown: their choice must not go away while they answer. */
function useAsked(persons: readonly Person[]): ReadonlySet<string> {
  const [isAsked, setIsAsked] = useState<ReadonlyMap<string, boolean>>(new Map())
  const added = persons.filter(({ id }) => !isAsked.has(id))
  if (added.length > 0)
    setIsAsked(new Map([...isAsked, ...added.map(({ id, coming }) => [id, coming === 'open'] as const)]))
  return new Set(persons.filter(({ id }) => isAsked.get(id)).map(({ id }) => id))
}

/** The party's name, edited in place after a press. */
function PartyName({ name, label, onName }: { name: string; label: string; onName: (name: string) => void }) {
  const [isEditing, setIsEditing] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isEditing) field.current?.querySelector('input')?.focus()
  }, [isEditing])
  if (!isEditing)
    return (
      <TextButton
        ref={opener}
        aria-label={isBlank(name) ? undefined : m.group_party_rename({ name: name.trim() })}
        onClick={() => setIsEditing(true)}
      >
        <Pencil aria-hidden="true" className="size-4 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{trimmed(name) || m.group_party_name_add()}</span>
      </TextButton>
    )
  return (
    <div ref={field} className="min-w-0 flex-1 basis-48 pb-1.5">
      <TextField
        label={label}
        value={name}
        maxLength={MAX_PERSON_NAME}
        autoComplete="off"
        onChange={({ target }) => onName(target.value)}
        onBlur={() => setIsEditing(false)}
        onKeyDown={({ key, nativeEvent }) => {
          if ((key !== 'Enter' && key !== 'Escape') || nativeEvent.isComposing) return
          setIsEditing(false)
          requestAnimationFrame(() => opener.current?.focus())
        }}
      />
    </div>
  )
}

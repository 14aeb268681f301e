import { CalendarDays, ChevronRight, Stethoscope } from 'lucide-react'
import type { Person } from '#domain/plan/people.ts'
import { findUnconfirmed, isWholeTrip, stayIn } from '#domain/stay.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { useTripOver } from '#web/trip-core/days/trip-over.ts'
import {
  allergyWords,
  answerName,
  childWords,
  foodWords,
  hasName,
  labelOf,
  stayWords,
} from '#web/trip-core/people/person-words.ts'
import { Face } from '#web/ui/face.tsx'
import { AllergyBadge } from './allergy-badge.tsx'

interface PersonRowProps {
  person: Person
  isMe: boolean
  /** What matters about their access, in a word each: 'guest', 'not joined'. */
  words: readonly string[]
  /** Whether the row shows their answer. Otherwise it is right below the row, where it can be changed. */
  isAnswered: boolean
  /** Whether a question below the row says already that their days are not confirmed. */
  isAsked?: boolean
  /** Whether the current user may name them. */
  mayName: boolean
  dates: TripDates
  onOpen: () => void
}

/**
 * A person in the list, with what others need to know at a glance. Pressing it opens the details. Its height leaves
 * room for the second line: words about access arrive later.
 */
export function PersonRow({
  person,
  isMe,
  words,
  isAnswered,
  isAsked = false,
  mayName,
  dates,
  onOpen,
}: PersonRowProps) {
  const isOver = useTripOver()
  const { coming } = person
  const stay = stayIn(person, dates)
  const facts = [
    person.kind === 'child' && childWords(person),
    coming === 'coming' && !isWholeTrip(stay) && stayWords(stay, dates),
    foodWords(person),
    ...words,
  ]
    .filter(Boolean)
    .join(' · ')
  const hasAllergies = allergyWords(person) !== ''
  const isUnconfirmed =
    isAnswered && !isAsked && !isOver && mayName && findUnconfirmed(person, dates.departure_date) === 'days'
  const isUnnamed = !hasName(person) && mayName
  const isEmpty = !isAnswered && facts === '' && !hasAllergies && !person.carries_medicine
  const hasMore = facts !== '' || hasAllergies || person.carries_medicine || isUnconfirmed || isUnnamed || isEmpty
  return (
    <button
      type="button"
      onClick={onOpen}
      className="touch flex min-h-15 w-full flex-wrap items-center gap-x-2 gap-y-1 sm:gap-x-3 rounded-md py-1.5 text-left transition-colors hover:bg-action-soft"
    >
      <Face id={person.id} name={person.name} />
      {/* With large text this wraps below the face, and the arrow with it. */}
      <span className="flex min-w-0 flex-1 basis-40 items-center gap-x-2 sm:gap-x-3">
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          {/* Without room for both, the answer wraps below the name. */}
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="flex min-w-0 grow basis-32 flex-wrap items-baseline gap-x-2 leading-snug">
              <span className={`min-w-0 wrap-anywhere ${hasName(person) ? 'font-semibold' : 'text-muted italic'}`}>
                {labelOf(person)}
              </span>
              {isMe && <span className="text-sm text-muted">{m.group_you()}</span>}
            </span>
            {isAnswered && (
              <span className={`shrink-0 text-sm ${coming === 'coming' ? 'text-good' : 'text-muted'}`}>
                {answerName(coming, isOver)}
              </span>
            )}
          </span>
          {hasMore && (
            <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm leading-snug text-muted">
              <AllergyBadge person={person} isShort />
              {person.carries_medicine && (
                <span className="inline-flex items-center gap-1">
                  <Stethoscope aria-hidden="true" className="size-4 shrink-0 text-accent" />
                  {m.group_person_carries_medicine()}
                </span>
              )}
              {facts && <span className="max-w-full min-w-0 wrap-anywhere">{facts}</span>}
              {isUnnamed && <span>{m.group_person_name_missing()}</span>}
              {isUnconfirmed && (
                <span className="inline-flex items-center gap-1.5 text-warn">
                  <CalendarDays aria-hidden="true" className="size-4 shrink-0" />
                  {m.group_confirm_mark()}
                </span>
              )}
              {isEmpty && <span>{m.group_person_open_hint()}</span>}
            </span>
          )}
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted max-sm:-ml-1 max-sm:size-4" />
      </span>
    </button>
  )
}

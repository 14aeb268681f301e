import { CalendarDays, ChevronDown, Stethoscope } from 'lucide-react'
import { firstName } from '#domain/first-name.ts'
import { allergens, type Party, type Person } from '#domain/plan/people.ts'
import { findUnconfirmed } from '#domain/stay.ts'
import { isBlank, trimmed } from '#domain/text.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { useTripOver } from '#web/trip-core/days/trip-over.ts'
import { answerOfParty, hasName, labelOf } from '#web/trip-core/people/person-words.ts'
import { Face } from '#web/ui/face.tsx'
import { AllergyBadge } from './allergy-badge.tsx'

const SECOND_DISC = '5px 0 0 -1px var(--inlay), 5px 0 0 0 var(--edge)'

interface PartyRowProps {
  party: Party
  /** What matters about their access: 'not joined'. */
  words: readonly string[]
  /** Whether the current user may name its people and change their answers. */
  mayName: boolean
  dates: TripDates
  isOpen: boolean
  onToggle: () => void
}

/**
 * A party in a long list: one row that opens to its people. All their allergies are in the row. The first names are
 * cut where there is no room, so that words about access can arrive later without moving anything.
 */
export function PartyRow({ party, words, mayName, dates, isOpen, onToggle }: PartyRowProps) {
  const isOver = useTripOver()
  const { persons } = party
  const [first] = persons
  const isUnconfirmed =
    mayName && !isOver && persons.some((person) => findUnconfirmed(person, dates.departure_date) === 'days')
  const nameless = mayName ? persons.filter((person) => !hasName(person)).length : 0
  const names = persons.filter(hasName).map(({ name }) => firstName(name))
  const facts = [...words, ...(nameless > 0 ? [m.group_party_nameless({ count: nameless })] : []), names.join(', ')]
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="touch flex min-h-15 w-full flex-wrap items-center gap-x-2 gap-y-1 rounded-md py-1.5 text-left transition-colors hover:bg-action-soft sm:gap-x-3"
    >
      {/* A second disc behind the face: several people. */}
      <span className="mr-0.5 shrink-0 rounded-full" style={{ boxShadow: SECOND_DISC }}>
        <Face id={first?.id ?? party.id} name={first?.name ?? ''} />
      </span>
      {/* With large text this wraps below the face, and the arrow with it. */}
      <span className="flex min-w-0 flex-1 basis-40 items-center gap-x-2 sm:gap-x-3">
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 grow basis-28 leading-snug wrap-anywhere">
              <span className="font-semibold">{trimmed(party.name) || (first && labelOf(first))}</span>
              {/* The no-break space holds it on the line of the name's last word: alone it would be unclear. */}
              {isBlank(party.name) && (
                <span className="text-sm whitespace-nowrap text-muted">{`\u00a0${m.group_party_and_more({ count: persons.length - 1 })}`}</span>
              )}
            </span>
            <span
              className={`shrink-0 text-sm ${persons.some(({ coming }) => coming === 'coming') ? 'text-good' : 'text-muted'}`}
            >
              {answerOfParty(persons, isOver)}
            </span>
          </span>
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm leading-snug text-muted">
            <AllergyBadge person={{ allergens: joinAllergens(persons) }} isShort />
            {persons.some(({ carries_medicine }) => carries_medicine) && (
              <span className="inline-flex items-center gap-1">
                <Stethoscope aria-hidden="true" className="size-4 shrink-0 text-accent" />
                {m.group_person_carries_medicine()}
              </span>
            )}
            {isUnconfirmed && (
              <span className="inline-flex items-center gap-1.5 text-warn">
                <CalendarDays aria-hidden="true" className="size-4 shrink-0" />
                {m.group_confirm_mark()}
              </span>
            )}
            <span className="min-w-0 flex-1 basis-20 truncate">{facts.join(' · ')}</span>
          </span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className={`size-5 shrink-0 text-muted transition-transform max-sm:-ml-1 max-sm:size-4 ${isOpen ? 'rotate-180' : ''}`}
        />
      </span>
    </button>
  )
}

/** The allergens of all these people together. */
function joinAllergens(persons: readonly Person[]): Person['allergens'] {
  return Object.fromEntries(
    allergens.map((allergen) => [allergen, persons.some((person) => person.allergens[allergen])]),
  ) as Person['allergens']
}

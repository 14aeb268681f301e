import { Plus, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { canManagePeople } from '#domain/access.ts'
import type { Planner } from '#domain/api/people.ts'
import { matchesSearch } from '#domain/matches-search.ts'
import { nameOfUser } from '#domain/person.ts'
import { listPersons, type Party, type Person } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { useTripOver } from '#web/trip-core/days/trip-over.ts'
import { useIsUnderWay } from '#web/trip-core/days/use-is-over.ts'
import { answerOfSeveral, labelOfParty } from '#web/trip-core/people/person-words.ts'
import type { Access } from '#web/trip-core/people/use-access.ts'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { useIsWide } from '#web/trip-core/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { pass } from '#web/ui/drawings/pass.tsx'
import { tent } from '#web/ui/drawings/tent.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingPlace } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { InviteButton } from './invite-button.tsx'
import { filterPersons, findWithoutAccess, type ListFilter, splitByPlan } from './listed-people.ts'
import { PartyRow } from './party-row.tsx'
import { PersonRow } from './person-row.tsx'
import type { PeopleEditing } from './use-people-list.ts'

/** With more people than this there is a search, and a party is one row. */
const MAX_UNFOLDED = 12
/** How many rows a longer list shows until somebody asks for all. On a phone the page is then about two screens. */
const MAX_ROWS = { phone: 5, wide: 30 }

export const isLongList = (persons: readonly Person[]): boolean => persons.length > MAX_UNFOLDED

interface PeopleListProps {
  trip: Trip
  list: PeopleEditing
  access: Access
  dates: TripDates
  only: ListFilter | undefined
  /** Shows everybody again. */
  onShowEveryone: () => void
  /** The current user's party with its answers, if it is not on top of the page. */
  ownParty: ReactNode
  onOpen: (party: Party, person: Person) => void
  /** Without a party, each is a party of their own. */
  onAdd: (partyId?: string) => void
  onInvite: () => void
  /** Below the list. */
  children: ReactNode
}

/** Everybody in the trip, in one list: who comes and who has access. */
export function PeopleList(props: PeopleListProps) {
  const { trip, list, access, dates, only, onShowEveryone, ownParty, onOpen, onAdd, onInvite, children } = props
  const { parties, persons, others, isAlone, me, mayAdd, mayAnswerFor } = list
  const [query, setQuery] = useState('')
  const [isExpanded, setIsExpanded] = useState(false)
  const [openParties, setOpenParties] = useState<readonly string[]>([])
  const isOver = useTripOver()
  const isUnderWay = useIsUnderWay(trip.id)
  const isManager = canManagePeople(trip)
  const isLong = isLongList(persons)
  const maxRows = useIsWide() ? MAX_ROWS.wide : MAX_ROWS.phone
  const isFiltered = only !== undefined || query.trim() !== ''
  const { wordsOf, partyWords } = accessWords(trip, parties, access.people, isOver)

  const { without } = splitByPlan(parties, access.people ?? [])
  const isAnswerShown = ({ id, coming }: Person) =>
    only === undefined || (only === 'without_plan' ? without.has(id) : coming === only)
  const isFound = (person: Person, { name }: Party) => {
    const user = findPlanner(access.people, person.id)
    const words = `${person.name} ${name} ${user ? `${nameOfUser(user)} ${user.username}` : ''}`
    return isAnswerShown(person) && matchesSearch(words, query)
  }
  const found = isFiltered ? filterPersons(parties, isFound) : others
  // 'Show all' for two rows more would be no shorter.
  const isFolded = isLong && !isFiltered && !isExpanded && found.length > maxRows + 2
  const shown = isFolded ? found.slice(0, maxRows) : found
  const wholeOf = (party: Party) => parties.find(({ id }) => id === party.id) ?? party
  const toggle = (id: string) =>
    setOpenParties((all) => (all.includes(id) ? all.filter((one) => one !== id) : [...all, id]))
  const rowOf = (person: Person, party: Party) => (
    <PersonRow
      person={person}
      isMe={person.id === me.person_id}
      words={[...(isTogether(party) ? [] : partyWords(party)), ...wordsOf(person)]}
      isAnswered
      mayName={mayAnswerFor(party.id)}
      dates={dates}
      onOpen={() => onOpen(party, person)}
    />
  )
  const addButton = (
    <Button variant="quiet" onClick={() => onAdd()}>
      <UserPlus aria-hidden="true" className="size-5" />
      {m.group_person_add()}
    </Button>
  )

  // Somebody who seems to be alone may not be.
  if (access.state === 'loading' && isAlone) return <LoadingPlace text={m.group_people_loading()} />
  return (
    <Panel
      className="max-sm:p-4"
      title={isAlone ? m.group_people_coming() : m.group_people_count({ count: persons.length })}
      actions={isAlone && isManager ? <InviteButton onInvite={onInvite} /> : mayAdd && addButton}
    >
      <div className="@container grid grid-cols-1 gap-3">
        {isLong && (
          <TextField
            label={m.group_people_find()}
            hideLabel
            placeholder={m.group_people_find()}
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            autoComplete="off"
          />
        )}
        {only && (
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <p role="status" className="min-w-0 grow text-sm">
              {filterWords(only, listPersons(found).length, { isOver, isUnderWay })}
            </p>
            <TextButton onClick={onShowEveryone}>{m.group_people_show_everyone()}</TextButton>
          </div>
        )}
        {!isFiltered && ownParty}
        {isAlone && isManager && (
          <EmptyState
            drawing={trip.type === 'air_travel' ? pass : tent}
            sentence={m.group_people_alone()}
            action={
              <>
                <p>{m.group_people_alone_hint()}</p>
                {addButton}
              </>
            }
          />
        )}
        {!(isAlone && isManager) && others.length === 0 && !isFiltered && (
          <p className="text-muted">{m.group_people_empty()}</p>
        )}
        {isFiltered && shown.length === 0 && <p className="text-muted">{m.group_people_none_shown()}</p>}
        {shown.length > 0 && (
          <ul
            aria-label={m.common_people()}
            className={`-my-1 grid grid-cols-1 items-start ${isLong ? 'gap-x-6 @[40rem]:grid-cols-2' : ''}`}
          >
            {shown.map((party) =>
              isLong && !isFiltered && isTogether(party) ? (
                <li key={party.id} className="max-w-none">
                  <PartyRow
                    {...{ party, dates }}
                    words={partyWords(party)}
                    mayName={mayAnswerFor(party.id)}
                    isOpen={openParties.includes(party.id)}
                    onToggle={() => toggle(party.id)}
                  />
                  {openParties.includes(party.id) && (
                    <ul aria-label={labelOfParty(party)} className="mb-2 animate-arrive border-l-2 border-line pl-3">
                      {party.persons.map((person) => (
                        <li key={person.id} className="max-w-none">
                          {rowOf(person, party)}
                        </li>
                      ))}
                      {mayAnswerFor(party.id) && (
                        <li className="max-w-none">
                          <TextButton className="ml-0" onClick={() => onAdd(party.id)}>
                            <Plus aria-hidden="true" className="size-5 shrink-0" />
                            {m.group_party_add_here()}
                          </TextButton>
                        </li>
                      )}
                    </ul>
                  )}
                </li>
              ) : (
                party.persons.map((person, place) => (
                  <li
                    key={person.id}
                    className={`max-w-none ${isTogether(party) ? 'border-l-2 border-line pl-3' : ''} ${place === 0 ? 'mt-1 first:mt-0' : ''}`}
                  >
                    {place === 0 && isTogether(party) && (
                      <h3 className="pt-1 font-sans text-sm font-normal text-muted">
                        {[labelOfParty(wholeOf(party)), ...partyWords(party)].join(' · ')}
                      </h3>
                    )}
                    {rowOf(person, party)}
                  </li>
                ))
              ),
            )}
          </ul>
        )}
        {isFolded && (
          <Button variant="quiet" className="justify-self-start" onClick={() => setIsExpanded(true)}>
            {m.group_people_show_all({ count: persons.length })}
          </Button>
        )}
        {children}
      </div>
    </Panel>
  )
}

function filterWords(only: ListFilter, count: number, phase: { isOver: boolean; isUnderWay: boolean }): string {
  if (only === 'without_plan') return m.group_people_only_without_plan({ count })
  return m.group_people_only_answer({ count, answer: answerOfSeveral(only, phase) })
}

const isTogether = ({ persons }: Party) => persons.length > 1

export const findPlanner = (planners: readonly Planner[] | undefined, personId: string): Planner | undefined =>
  planners?.find(({ person_id }) => person_id === personId)

interface AccessWords {
  wordsOf: (person: Person) => string[]
  partyWords: (party: Party) => string[]
}

/**
 * What matters about people's access: who organizes the trip; and for organizers who is a guest, and which parties
 * can't see the plan because none of them has joined.
 */
function accessWords(
  trip: Trip,
  parties: readonly Party[],
  planners: readonly Planner[] | undefined,
  isOver: boolean,
): AccessWords {
  const isManager = canManagePeople(trip)
  const withoutAccess = isManager && planners && !isOver ? findWithoutAccess(parties, planners) : undefined
  return {
    wordsOf(person) {
      const user = findPlanner(planners, person.id)
      if (!user) return []
      const organizes = user.role === 'owner' || user.role === 'organizer'
      return [...(organizes ? [m.group_organizes()] : []), ...(isManager && user.is_guest ? [m.group_guest()] : [])]
    },
    partyWords: ({ id }) => (withoutAccess?.has(id) ? [m.group_no_access()] : []),
  }
}

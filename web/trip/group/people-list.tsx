import { UserPlus } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { canManagePeople } from '#domain/access.ts'
import type { Planner } from '#domain/api/people.ts'
import { nameOfUser } from '#domain/person.ts'
import { listPersons, type Party, type Person } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { tent } from '#web/ui/drawings/tent.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingPlace } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Claims } from './claims.tsx'
import { InviteButton } from './invite-button.tsx'
import { filterPersons, findWithoutAccess, type ListFilter, splitByPlan, takePersons } from './listed-people.ts'
import { PersonRow } from './person-row.tsx'
import { answerName, labelOfParty, matchesSearch } from './person-words.ts'
import { TextButton } from './text-button.tsx'
import type { Access } from './use-access.ts'
import type { PeopleEditing } from './use-people-list.ts'
import type { RemovalTarget } from './use-removal.tsx'

/** With more people than this there is a search. */
const MAX_WITHOUT_SEARCH = 12
/** A longer list can be expanded or searched. */
const SHOWN = 14
const MAX_UNFOLDED = 20

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
  onAdd: () => void
  onInvite: () => void
  onRemove: (leaver: RemovalTarget) => void
}

/** Everybody in the trip, in one list: who comes and who has access. */
export function PeopleList(props: PeopleListProps) {
  const { trip, list, access, dates, only, onShowEveryone, ownParty, onOpen, onAdd, onInvite, onRemove } = props
  const { parties, persons, others, isAlone, me, mayAdd, mayAnswerFor } = list
  const [query, setQuery] = useState('')
  const [isExpanded, setIsExpanded] = useState(false)
  const isManager = canManagePeople(trip)
  const isFiltered = only !== undefined || query.trim() !== ''
  const { wordsOf, partyWords } = accessWords(trip, parties, access.people)

  const { without } = splitByPlan(parties, access.people ?? [])
  const isAnswerShown = ({ id, coming }: Person) =>
    only === undefined || (only === 'without_plan' ? without.has(id) : coming === only)
  const isFound = (person: Person, { name }: Party) => {
    const user = findPlanner(access.people, person.id)
    const words = `${person.name} ${name} ${user ? `${nameOfUser(user)} ${user.username}` : ''}`
    return isAnswerShown(person) && matchesSearch(words, query)
  }
  const found = isFiltered ? filterPersons(parties, isFound) : others
  const isFolded = !isFiltered && !isExpanded && persons.length > MAX_UNFOLDED
  const shown = isFolded ? takePersons(found, SHOWN) : found
  const wholeOf = (party: Party) => parties.find(({ id }) => id === party.id) ?? party
  const addButton = (
    <Button variant="quiet" onClick={onAdd}>
      <UserPlus aria-hidden="true" className="size-5" />
      {m.group_person_add()}
    </Button>
  )

  // Claims would push an organizer's rows down, and somebody who seems to be alone may not be.
  if (access.state === 'loading' && (isAlone || isManager)) return <LoadingPlace text={m.group_people_loading()} />
  return (
    <Panel
      title={isAlone ? m.group_people_coming() : m.group_people_count({ count: persons.length })}
      actions={isAlone && isManager ? <InviteButton onInvite={onInvite} /> : mayAdd && addButton}
    >
      <div className="grid grid-cols-1 gap-3">
        {isManager && access.people && (
          <Claims tripId={trip.id} planners={access.people} parties={parties} onRemove={onRemove} />
        )}
        {persons.length > MAX_WITHOUT_SEARCH && (
          <TextField
            label={m.group_people_find()}
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            autoComplete="off"
          />
        )}
        {only && (
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <p role="status" className="min-w-0 grow text-sm">
              {filterWords(only, listPersons(found).length)}
            </p>
            <TextButton onClick={onShowEveryone}>{m.group_people_show_everyone()}</TextButton>
          </div>
        )}
        {!isFiltered && ownParty}
        {isAlone && isManager && (
          <EmptyState
            drawing={tent}
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
          <ul aria-label={m.common_people()} className="-my-1 grid grid-cols-1">
            {shown.map((party) => (
              <Fragment key={party.id}>
                {party.persons.map((person, place) => (
                  <li
                    key={person.id}
                    className={`max-w-none ${isTogether(party) ? 'border-l-2 border-line pl-3' : ''} ${place === 0 ? 'mt-1 first:mt-0' : ''}`}
                  >
                    {place === 0 && isTogether(party) && (
                      <h3 className="pt-1 font-sans text-sm font-normal text-muted">
                        {[labelOfParty(wholeOf(party)), ...partyWords(party)].join(' · ')}
                      </h3>
                    )}
                    <PersonRow
                      person={person}
                      isMe={person.id === me.person_id}
                      words={[...(isTogether(party) ? [] : partyWords(party)), ...wordsOf(person)]}
                      isAnswered
                      mayName={mayAnswerFor(party.id)}
                      dates={dates}
                      onOpen={() => onOpen(party, person)}
                    />
                  </li>
                ))}
              </Fragment>
            ))}
          </ul>
        )}
        {isFolded && (
          <Button variant="quiet" className="justify-self-start" onClick={() => setIsExpanded(true)}>
            {m.group_people_show_all({ count: persons.length })}
          </Button>
        )}
        {access.state === 'unreachable' && <p className="text-sm text-muted">{m.group_access_unknown()}</p>}
      </div>
    </Panel>
  )
}

function filterWords(only: ListFilter, count: number): string {
  if (only === 'without_plan') return m.group_people_only_without_plan({ count })
  return m.group_people_only_answer({ count, answer: answerName(only) })
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
function accessWords(trip: Trip, parties: readonly Party[], planners: readonly Planner[] | undefined): AccessWords {
  const isManager = canManagePeople(trip)
  const withoutAccess = isManager && planners ? findWithoutAccess(parties, planners) : undefined
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

import { ClipboardList, UserPlus } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { canAnswerFor, canEditPlan, canManagePeople, placeOf } from '#domain/access.ts'
import type { Planner } from '#domain/api/people.ts'
import { countAnswers } from '#domain/count-attendance.ts'
import { type ComingAnswer, listPersons, newParty, newPerson, type Party, type Person } from '#domain/plan/people.ts'
import { withAnswer } from '#domain/stay.ts'
import type { Trip } from '#domain/trip.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { changeParty, changePerson, type PersonRef, withEntry } from '#web/data/trips/parties.ts'
import type { ShownSection } from '#web/data/trips/use-section.ts'
import { page } from '#web/loading/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AnswerFilter } from './answer-filter.tsx'
import { PartyCard } from './party-card.tsx'
import { hasName, matchesSearch, labelOf as nameInList } from './person-words.ts'
import type { PromisedPlan } from './promises/sources.ts'
import type { RemovalTarget } from './use-removal.tsx'

/** Preloaded after the page, so that they open at once: keys that are typed after a press go into them. */
const PersonDialog = page(() => import('./person-dialog.tsx').then((module) => module.PersonDialog))
const PromisesIn = page(() => import('./promises/promises-of.tsx').then((module) => module.PromisesIn))
const PromisedPlanReader = page(() => import('./promises/promises-of.tsx').then((module) => module.PromisedPlanReader))
const OpenDialog = page(() => import('./open/open-dialog.tsx').then((module) => module.OpenDialog))
const AddPersonDialog = page(() => import('./add-person-dialog.tsx').then((module) => module.AddPersonDialog))

/** With more people than this there is a search. */
const MAX_WITHOUT_SEARCH = 12

interface WhoComesProps {
  trip: Trip
  people: ShownSection<'people'>
  days: readonly number[]
  dates: TripDates
  /** Who has access to the trip; undefined until that is known. */
  planners: readonly Planner[] | undefined
  onRemove: (leaver: RemovalTarget) => void
  /** Merges a person with another; undefined if the current user may not. */
  onMerge: ((personId: string) => void) | undefined
}

/** A new person, for a party or (without an id) for a party of their own. */
interface Adding {
  partyId: string | undefined
  draft: Person
}

/** Who comes: the current user's party first, with its answers in one press, then everybody else. */
export function AttendeeList({ trip, people, days, dates, planners, onRemove, onMerge }: WhoComesProps) {
  const user = useUser()
  const { value, edit } = people
  const [open, setOpen] = useState<PersonRef>()
  const [only, setOnly] = useState<ComingAnswer>()
  const [query, setQuery] = useState('')
  /** Outlives its dialog, which may be closed by mistake. */
  const [adding, setAdding] = useState<Adding>()
  const [isAdding, setIsAdding] = useState(false)
  const [isOpenShown, setIsOpenShown] = useState(false)
  const [promised, setPromised] = useState<PromisedPlan>()
  /** People of the current user's party who were not coming at some time while this is shown. */
  const [declined, setDeclined] = useState<readonly string[]>([])
  useEffect(() => {
    void PersonDialog.load()
    void AddPersonDialog.load()
  }, [])

  const me = placeOf(user, trip)
  const isOnList = value.some(({ id }) => id === me.party_id)
  // An organizer must first decide whether somebody who claims to be another guest is a person of their own.
  const isUndecided = trip.taken !== null && !trip.taken.is_confirmed
  // In a trip without an owner nobody has a party of their own.
  const own = isOnList || isUndecided || trip.role === 'everybody' ? undefined : newParty(me, user)
  const parties = own ? [own, ...value] : value
  const count = listPersons(parties).length
  const mine = parties.find(({ id }) => id === me.party_id)
  const others = parties.filter((party) => party !== mine)
  const shown = others.flatMap((party) => {
    const persons = party.persons.filter((person) => isShown(person, party))
    return persons.length > 0 ? [{ ...party, persons }] : []
  })
  const mayAdd = edit !== undefined && canEditPlan(trip)
  const mayAnswerFor = (partyId: string) => edit !== undefined && canAnswerFor(user, trip, partyId)
  const nameless = listPersons(parties).filter((person) => !hasName(person)).length
  const opened = open && parties.find(({ id }) => id === open.partyId)?.persons.find(({ id }) => id === open.personId)

  const newlyDeclined =
    mine?.persons.filter(({ id, coming }) => coming === 'not_coming' && !declined.includes(id)) ?? []
  if (newlyDeclined.length > 0) setDeclined([...declined, ...newlyDeclined.map(({ id }) => id)])

  // Somebody else has removed them: close it, so that it does not open again by itself if they are restored.
  if (open && !opened) setOpen(undefined)

  function isShown(person: Person, { name }: Party) {
    return (only === undefined || person.coming === only) && matchesSearch(`${person.name} ${name}`, query)
  }

  /** Changes the list. The current user's own entry is added with their first change. */
  const change = (make: (parties: Party[]) => Party[], isTyped = false) =>
    edit?.((current) => make(own ? withEntry(current, own) : current), isTyped ? 'after-pause' : 'at-once')

  const changeOf = (whom: PersonRef) => (changed: Partial<Person>, isTyped?: boolean) =>
    void change(
      (current) => changePerson(current, whom, (person: Person) => withAnswer(person, changed, dates.departure_date)),
      isTyped,
    )

  /** Opens the dialog, with what was entered for the same party before it was closed. */
  function startAdding(partyId?: string) {
    if (!adding || adding.partyId !== partyId) setAdding({ partyId, draft: newPerson(newId(), '') })
    setIsAdding(true)
  }

  function stopAdding() {
    setIsAdding(false)
    setAdding(undefined)
  }

  function add({ partyId, draft }: Adding) {
    const person = { ...draft, name: draft.name.trim() }
    change((current) =>
      partyId === undefined
        ? [...current, { id: newId(), name: '', persons: [person] }]
        : changeParty(current, partyId, (party) => ({ ...party, persons: [...party.persons, person] })),
    )
    stopAdding()
  }

  /** Returns the function that removes a person; undefined if the current user may not. */
  function removalOf(whom: PersonRef, person: Person): (() => void) | undefined {
    if (!mayAnswerFor(whom.partyId) || person.id === me.person_id) return undefined
    const leaver = { name: nameInList(person), whom, onRemove: () => setOpen(undefined) }
    // In a trip without an owner no entry belongs to a user.
    if (trip.role === 'everybody') return () => onRemove(leaver)
    if (!planners) return undefined
    const planner = planners.find(({ person_id }) => person_id === person.id)
    if (!planner) return () => onRemove(leaver)
    // Somebody who only claims to be this person keeps their access: an organizer decides the claim first.
    const isOther = planner.role !== 'owner' && planner.id !== user.id && !planner.is_unconfirmed
    const mayRemove = canManagePeople(trip) && isOther
    return mayRemove ? () => onRemove({ ...leaver, userId: planner.id }) : undefined
  }

  /** Returns the function that merges a person with another; undefined if there is nobody else, or they are new. */
  function mergingOf({ id }: Person): (() => void) | undefined {
    if (!onMerge || listPersons(value).length < 2 || !listPersons(value).some((one) => one.id === id)) return undefined
    return () => {
      setOpen(undefined)
      onMerge(id)
    }
  }

  const cardOf = (party: Party, isMine: boolean) => {
    const mayAnswer = mayAnswerFor(party.id)
    return (
      <PartyCard
        key={party.id}
        party={party}
        isMine={isMine}
        me={me.person_id}
        dates={dates}
        onAnswer={mayAnswer ? (personId, changed) => changeOf({ partyId: party.id, personId })(changed) : undefined}
        onName={
          mayAnswer
            ? (name) => void change((all) => changeParty(all, party.id, (one) => ({ ...one, name })), true)
            : undefined
        }
        onAdd={mayAnswer ? () => startAdding(party.id) : undefined}
        onOpen={(personId) => setOpen({ partyId: party.id, personId })}
        promisesOf={(person) =>
          promised &&
          declined.includes(person.id) && (
            <Suspense>
              <PromisesIn plan={promised} trip={trip} person={person} />
            </Suspense>
          )
        }
      />
    )
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      <AnswerFilter counts={countAnswers(parties)} only={only} onOnly={setOnly} />
      {listPersons(value).length > 1 && (
        <Button variant="quiet" className="justify-self-start" onClick={() => setIsOpenShown(true)}>
          <ClipboardList aria-hidden="true" className="size-5" />
          {m.open_show()}
        </Button>
      )}
      {nameless > 0 && mayAdd && <Notice>{m.group_people_nameless({ count: nameless })}</Notice>}
      {mine && (
        <Panel title={mine.persons.length > 1 ? m.group_party_yours() : m.group_party_you()}>
          {cardOf(mine, true)}
        </Panel>
      )}
      {(others.length > 0 || mayAdd) && (
        <Panel
          title={mine ? m.group_people_others() : m.group_people_coming()}
          actions={
            mayAdd && (
              <Button variant="quiet" onClick={() => startAdding()}>
                <UserPlus aria-hidden="true" className="size-5" />
                {m.group_person_add()}
              </Button>
            )
          }
        >
          <div className="grid grid-cols-1 gap-4">
            {count > MAX_WITHOUT_SEARCH && (
              <TextField
                label={m.group_people_find()}
                type="search"
                value={query}
                onChange={(event) => setQuery(event.target.value)}
                autoComplete="off"
              />
            )}
            {others.length === 0 && <p className="text-muted">{m.group_people_empty()}</p>}
            {others.length > 0 && shown.length === 0 && <p className="text-muted">{m.group_people_none_shown()}</p>}
            <ul aria-label={m.group_parties_label()} className="grid grid-cols-1 gap-4">
              {shown.map((party) => (
                <li key={party.id} className="max-w-none">
                  {cardOf(party, false)}
                </li>
              ))}
            </ul>
          </div>
        </Panel>
      )}
      <Suspense>{declined.length > 0 && <PromisedPlanReader trip={trip} onPlan={setPromised} />}</Suspense>
      <Suspense>
        {isOpenShown && <OpenDialog trip={trip} onClose={() => setIsOpenShown(false)} />}
        {open && opened && (
          <PersonDialog
            trip={trip}
            whom={open}
            person={opened}
            days={days}
            dates={dates}
            onChange={mayAnswerFor(open.partyId) ? changeOf(open) : undefined}
            onRemove={removalOf(open, opened)}
            onMerge={mergingOf(opened)}
            onClose={() => setOpen(undefined)}
          />
        )}
        {isAdding && adding && (
          <AddPersonDialog
            title={adding.partyId === undefined ? m.group_person_add_title() : m.group_person_add_to_party_title()}
            draft={adding.draft}
            days={days}
            dates={dates}
            onDraft={(draft) => setAdding({ ...adding, draft })}
            onAdd={() => add(adding)}
            onCancel={stopAdding}
            onClose={() => setIsAdding(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

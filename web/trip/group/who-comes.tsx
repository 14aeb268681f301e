import { UserPlus } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { canAnswerFor, canEditPlan, placeOf } from '#domain/access.ts'
import { countAnswers } from '#domain/heads.ts'
import { type Coming, newParty, newPerson, type Party, type Person, personsOf } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { changeParty, changePerson, removePerson, type Whom, withEntry } from '#web/data/trips/parties.ts'
import { useEmptyingPrivate } from '#web/data/trips/private.ts'
import type { ShownSection } from '#web/data/trips/use-section.ts'
import { page } from '#web/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { AnswerFilter } from './answer-filter.tsx'
import { PartyCard } from './party-card.tsx'
import { isFound, nameOf } from './person-words.ts'

/** It comes after its page. Once it is here it opens at once: what is typed after a press stands in it. */
const PersonDialog = page(() => import('./person-dialog.tsx').then((module) => module.PersonDialog))

/** With more people than this somebody is looked for by name. */
const FEW = 12

interface WhoComesProps {
  trip: Trip
  people: ShownSection<'people'>
  days: readonly number[]
  labelOf: (day: number) => string
  /** Those whom somebody who plans the trip has said to be, as far as that is known. */
  joined: ReadonlySet<string> | undefined
}

/** Who comes along: the person's own party first, with its answers in one tap, then everybody else's. */
export function WhoComes({ trip, people, days, labelOf, joined }: WhoComesProps) {
  const user = useUser()
  const { value, edit } = people
  const emptyPrivate = useEmptyingPrivate(trip)
  const [open, setOpen] = useState<Whom>()
  const [only, setOnly] = useState<Coming>()
  const [wanted, setWanted] = useState('')
  const [undo, setUndo] = useState<Undo>()
  useEffect(() => void PersonDialog.load(), [])

  const me = placeOf(user, trip)
  const isOnList = value.some(({ id }) => id === me.party_id)
  // An organizer decides first whether somebody who claims to be another guest is an entry of their own.
  const isUndecided = trip.taken !== null && !trip.taken.is_confirmed
  // In a trip of nobody there is no party of one's own.
  const own = isOnList || isUndecided || trip.role === 'everybody' ? undefined : newParty(me, user)
  const parties = own ? [own, ...value] : value
  const count = personsOf(parties).length
  const mine = parties.find(({ id }) => id === me.party_id)
  const others = parties.filter((party) => party !== mine)
  const shown = others.flatMap((party) => {
    const persons = party.persons.filter((person) => isShown(person, party))
    return persons.length > 0 ? [{ ...party, persons }] : []
  })
  const mayAdd = edit !== undefined && canEditPlan(trip)
  const mayAnswerFor = (partyId: string) => edit !== undefined && canAnswerFor(user, trip, partyId)
  // In a trip of nobody no entry is anybody's.
  const isFree = (personId: string) => (trip.role === 'everybody' || joined?.has(personId) === false) && personId !== me.person_id
  const opened = open && parties.find(({ id }) => id === open.partyId)?.persons.find(({ id }) => id === open.personId)

  // Somebody else has removed them: nothing opens by itself when they come back.
  if (open && !opened) setOpen(undefined)

  function isShown(person: Person, { name }: Party) {
    return (only === undefined || person.coming === only) && isFound(`${person.name} ${name}`, wanted)
  }

  /** Changes the list. Who is not on it yet stands there as soon as something is said of them. */
  const change = (make: (parties: Party[]) => Party[], isTyped = false) =>
    edit?.((current) => make(own ? withEntry(current, own) : current), isTyped ? 'after-pause' : 'at-once')

  const changeOf = (whom: Whom) => (changed: Partial<Person>, isTyped?: boolean) =>
    void change((current) => changePerson(current, whom, changed), isTyped)

  function addTo(partyId: string) {
    const person = newPerson(newId(), '')
    change((current) => changeParty(current, partyId, (party) => ({ ...party, persons: [...party.persons, person] })))
    setOpen({ partyId, personId: person.id })
  }

  function addParty() {
    const partyId = newId()
    const person = newPerson(newId(), '')
    change((current) => [...current, { id: partyId, name: '', persons: [person] }])
    setOpen({ partyId, personId: person.id })
  }

  function remove(whom: Whom, person: Person) {
    // What is private of them goes too, as far as it is for whoever removes them.
    const backs = [emptyPrivate(whom), change((current) => removePerson(current, whom))]
    setOpen(undefined)
    const undo = () => {
      for (const back of backs) back?.()
    }
    setUndo({ text: `Removed ${nameOf(person)}`, undo })
  }

  const cardOf = (party: Party, isMine: boolean) => {
    const mayAnswer = mayAnswerFor(party.id)
    return (
      <PartyCard
        key={party.id}
        party={party}
        isMine={isMine}
        me={me.person_id}
        onComing={mayAnswer ? (personId, coming) => changeOf({ partyId: party.id, personId })({ coming }) : undefined}
        onName={
          mayAnswer ? (name) => void change((all) => changeParty(all, party.id, (one) => ({ ...one, name })), true) : undefined
        }
        onAdd={mayAnswer ? () => addTo(party.id) : undefined}
        onOpen={(personId) => setOpen({ partyId: party.id, personId })}
      />
    )
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      <AnswerFilter counts={countAnswers(parties)} only={only} onOnly={setOnly} />
      {mine && <Panel title={mine.persons.length > 1 ? 'Your party' : 'You'}>{cardOf(mine, true)}</Panel>}
      {(others.length > 0 || mayAdd) && (
        <Panel
          title={mine ? 'Everybody else' : 'Who comes along'}
          actions={
            mayAdd && (
              <Button variant="quiet" onClick={addParty}>
                <UserPlus aria-hidden="true" className="size-5" />
                Add somebody
              </Button>
            )
          }
        >
          <div className="grid grid-cols-1 gap-4">
            {count > FEW && (
              <TextField
                label="Find a person"
                type="search"
                value={wanted}
                onChange={(event) => setWanted(event.target.value)}
                autoComplete="off"
              />
            )}
            {others.length === 0 && (
              <p className="text-muted">Whoever joins stands here, and so does everybody whom you add: they need no phone.</p>
            )}
            {others.length > 0 && shown.length === 0 && <p className="text-muted">Nobody here.</p>}
            <ul aria-label="Parties" className="grid grid-cols-1 gap-4">
              {shown.map((party) => (
                <li key={party.id} className="max-w-none">
                  {cardOf(party, false)}
                </li>
              ))}
            </ul>
          </div>
        </Panel>
      )}
      <Suspense>
        {open && opened && (
          <PersonDialog
            trip={trip}
            whom={open}
            person={opened}
            days={days}
            labelOf={labelOf}
            onChange={mayAnswerFor(open.partyId) ? changeOf(open) : undefined}
            onRemove={mayAnswerFor(open.partyId) && isFree(opened.id) ? () => remove(open, opened) : undefined}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </div>
  )
}

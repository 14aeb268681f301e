import { lazy, Suspense, useState } from 'react'
import { canManagePeople } from '#domain/access.ts'
import type { Planner } from '#domain/api/people.ts'
import { nameOfUser } from '#domain/person.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { usePeopleChanges } from '#web/data/trips/people.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/import-with-retry.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PersonRow } from './person-row.tsx'
import { isFound, labelOf, listOf } from './person-words.ts'
import type { Leaver } from './use-removal.tsx'

const HelpBackDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./help-back-dialog.tsx'))).HelpBackDialog,
}))

/** So many are shown at once: of a large group the rest unfolds, or is found by name. */
const SHOWN = 12

interface PeopleListProps {
  trip: Trip
  people: readonly Planner[]
  onRemove: (leaver: Leaver) => void
}

/** Who plans the trip. */
export function PeopleList({ trip, people, onRemove }: PeopleListProps) {
  const [wanted, setWanted] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [helped, setHelped] = useState<Planner>()
  const { error, isBusy, setRole, setSharesParty, checkName, confirmNames } = usePeopleChanges(trip.id)
  const parties = useSection(trip.id, 'people')?.value ?? []
  const isLarge = people.length > SHOWN
  const found =
    isLarge && wanted.trim()
      ? people.filter(({ full_name, username }) => isFound(`${full_name} ${username}`, wanted))
      : people
  // A claim that puts somebody else out is decided by itself.
  const unconfirmed = canManagePeople(trip) ? people.filter((one) => one.is_unconfirmed && !one.claim?.held_by) : []
  const isFolded = isLarge && !isOpen && found === people
  return (
    <div className="grid grid-cols-1 gap-3">
      {isLarge && (
        <TextField
          label="Find a person"
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          autoComplete="off"
        />
      )}
      {error !== undefined && <ErrorBox message={error} />}
      {unconfirmed.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-raised p-3">
          <p className="min-w-0 flex-1 basis-64 text-sm">
            {listOf(unconfirmed.map(nameOfUser))} claim a name on the list. Anyone you confirm sees their own private
            details.
          </p>
          <Button variant="quiet" busy={isBusy} onClick={() => confirmNames(unconfirmed)}>
            Confirm all {unconfirmed.length}
          </Button>
        </div>
      )}
      <ul aria-label="People" aria-busy={isBusy || undefined} className="-my-1 grid grid-cols-1">
        {(isFolded ? found.slice(0, SHOWN) : found).map((person) => (
          <PersonRow
            key={person.id}
            trip={trip}
            person={person}
            holder={people.find(({ id }) => id === person.claim?.held_by)}
            companions={companionsOf(person, parties)}
            onRole={setRole}
            onShare={setSharesParty}
            onName={checkName}
            isBusy={isBusy}
            onRemove={({ id, person_id, party_id }, isFromList) =>
              onRemove({
                name: nameOfUser(person),
                userId: id,
                isClaimant: person.is_unconfirmed,
                ...(isFromList && { whom: { partyId: party_id, personId: person_id } }),
              })
            }
            onHelpBack={setHelped}
          />
        ))}
      </ul>
      {found.length === 0 && <p className="text-muted">No one on this trip matches that name.</p>}
      {isFolded && (
        <Button variant="quiet" className="justify-self-start" onClick={() => setIsOpen(true)}>
          Show all {people.length}
        </Button>
      )}
      <Suspense>
        {helped && <HelpBackDialog trip={trip} guest={helped} onClose={() => setHelped(undefined)} />}
      </Suspense>
    </div>
  )
}

/** The names of the others in the party that somebody joined in, wherever the list has them now. */
function companionsOf({ person_id, party_id }: Planner, parties: readonly Party[]): string[] {
  const party = parties.find(({ id }) => id === party_id)
  return (party?.persons ?? []).filter(({ id }) => id !== person_id).map(labelOf)
}

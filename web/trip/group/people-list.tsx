import { lazy, Suspense, useState } from 'react'
import { canManagePeople } from '#domain/access.ts'
import type { Planner } from '#domain/api/people.ts'
import { listText } from '#domain/list-text.ts'
import { nameOfUser } from '#domain/person.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { usePeopleChanges } from '#web/data/trips/people.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/loading/import-with-retry.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PersonRow } from './person-row.tsx'
import { labelOf, matchesSearch } from './person-words.ts'
import type { RemovalTarget } from './use-removal.tsx'

const HelpBackDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./guest-recovery-dialog.tsx'))).GuestRecoveryDialog,
}))

/** The most people that are shown at first: a larger group can be expanded or searched. */
const SHOWN = 12

interface PeopleListProps {
  trip: Trip
  people: readonly Planner[]
  onRemove: (leaver: RemovalTarget) => void
  onMerge: ((personId: string) => void) | undefined
}

export function PeopleList({ trip, people, onRemove, onMerge }: PeopleListProps) {
  const [query, setQuery] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [recovering, setRecovering] = useState<Planner>()
  const { error, isBusy, setRole, setSharesParty, checkName, confirmNames } = usePeopleChanges(trip.id)
  const parties = useSection(trip.id, 'people')?.value ?? []
  const isLarge = people.length > SHOWN
  const found =
    isLarge && query.trim()
      ? people.filter(({ full_name, username }) => matchesSearch(`${full_name} ${username}`, query))
      : people
  // A claim that would remove another user's access must be decided on its own.
  const unconfirmed = canManagePeople(trip) ? people.filter((one) => one.is_unconfirmed && !one.claim?.held_by) : []
  const isFolded = isLarge && !isOpen && found === people
  return (
    <div className="grid grid-cols-1 gap-3">
      {isLarge && (
        <TextField
          label={m.group_people_find()}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          autoComplete="off"
        />
      )}
      {error !== undefined && <ErrorBox message={error} />}
      {unconfirmed.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-raised p-3">
          <p className="min-w-0 flex-1 basis-64 text-sm">
            {m.group_people_claims({ names: listText(unconfirmed.map(nameOfUser)) })}
          </p>
          <Button variant="quiet" busy={isBusy} onClick={() => confirmNames(unconfirmed)}>
            {m.group_people_confirm_all({ count: unconfirmed.length })}
          </Button>
        </div>
      )}
      <ul aria-label={m.common_people()} aria-busy={isBusy || undefined} className="-my-1 grid grid-cols-1">
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
            onMerge={onMerge}
            onHelpBack={setRecovering}
          />
        ))}
      </ul>
      {found.length === 0 && <p className="text-muted">{m.group_people_not_found()}</p>}
      {isFolded && (
        <Button variant="quiet" className="justify-self-start" onClick={() => setIsOpen(true)}>
          {m.group_people_show_all({ count: people.length })}
        </Button>
      )}
      <Suspense>
        {recovering && <HelpBackDialog trip={trip} guest={recovering} onClose={() => setRecovering(undefined)} />}
      </Suspense>
    </div>
  )
}

/** The names of the other people in a user's party, as the list has it now. */
function companionsOf({ person_id, party_id }: Planner, parties: readonly Party[]): string[] {
  const party = parties.find(({ id }) => id === party_id)
  return (party?.persons ?? []).filter(({ id }) => id !== person_id).map(labelOf)
}

import type { Planner } from '#domain/api/people.ts'
import { listText } from '#domain/list-text.ts'
import { nameOfUser } from '#domain/person.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import * as m from '#messages'
import { usePeopleChanges } from '#web/data/trips/people.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Face } from '#web/ui/face.tsx'
import { ClaimCheck } from './claim-check.tsx'
import { companionsOf } from './listed-people.ts'
import type { RemovalTarget } from './use-removal.tsx'

interface ClaimsProps {
  tripId: string
  planners: readonly Planner[]
  parties: readonly Party[]
  onRemove: (leaver: RemovalTarget) => void
}

/** The people who claim to be somebody on the list, for an organizer to confirm or refuse. */
export function Claims({ tripId, planners, parties, onRemove }: ClaimsProps) {
  const { error, isBusy, checkName, confirmNames } = usePeopleChanges(tripId)
  const claimants = planners.filter((one) => one.is_unconfirmed)
  // A claim that would remove another user's access must be decided on its own.
  const simple = claimants.filter(({ claim }) => !claim?.held_by)
  if (claimants.length === 0 && error === undefined) return null
  return (
    <section aria-label={m.group_claims_title()} className="grid grid-cols-1 gap-2 rounded-md bg-raised p-3">
      <h3 className="text-base">{m.group_claims_title()}</h3>
      {error !== undefined && <ErrorBox message={error} />}
      {simple.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3">
          <p className="min-w-0 flex-1 basis-64 text-sm">
            {m.group_people_claims({ names: listText(simple.map(nameOfUser)) })}
          </p>
          <Button busy={isBusy} onClick={() => confirmNames(simple)}>
            {m.group_people_confirm_all({ count: simple.length })}
          </Button>
        </div>
      )}
      <ul aria-label={m.group_claims_title()} aria-busy={isBusy || undefined} className="grid grid-cols-1">
        {claimants.map((person) => (
          <li
            key={person.id}
            className="flex max-w-none flex-wrap items-start gap-x-3 gap-y-2 border-t border-line py-3 first:border-t-0"
          >
            {/* A phone has no room for it beside both buttons. */}
            <span className="max-sm:hidden">
              <Face id={person.id} name={nameOfUser(person)} />
            </span>
            <div className="min-w-0 flex-1 basis-48">
              {!isSameName(person) && <p className="font-semibold wrap-anywhere">{nameOfUser(person)}</p>}
              <ClaimCheck
                person={person}
                holder={planners.find(({ id }) => id === person.claim?.held_by)}
                companions={companionsOf(person, parties)}
                onName={checkName}
                onRemove={
                  isListed(person, parties)
                    ? undefined
                    : () => onRemove({ name: nameOfUser(person), userId: person.id, isClaimant: true })
                }
                isBusy={isBusy}
                isOnlyOne={simple.length <= 1}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Most people who claim a name give the same one when they join. */
const isSameName = (person: Planner) => person.claim?.name.trim() === nameOfUser(person)

const isListed = ({ person_id }: Planner, parties: readonly Party[]) =>
  listPersons(parties).some(({ id }) => id === person_id)

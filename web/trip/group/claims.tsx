import { useState } from 'react'
import type { Planner } from '#domain/api/people.ts'
import { nameOfUser } from '#domain/person.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import * as m from '#messages'
import { usePeopleChanges } from '#web/data/trips/people.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Face } from '#web/ui/face.tsx'
import { ClaimCheck } from './claim-check.tsx'
import { ClaimSharing } from './claim-sharing.tsx'
import { companionsOf } from './listed-people.ts'
import { TextButton } from './text-button.tsx'
import type { RemovalTarget } from './use-removal.tsx'

/** More claims are shown on request. */
const MAX_ROWS = 2

interface ClaimsProps {
  tripId: string
  planners: readonly Planner[]
  parties: readonly Party[]
  onRemove: (leaver: RemovalTarget) => void
}

/** The people who claim to be somebody on the list, for an organizer to confirm or refuse. */
export function Claims({ tripId, planners, parties, onRemove }: ClaimsProps) {
  const { error, isBusy, checkName, confirmNames, setSharesParty } = usePeopleChanges(tripId)
  const [isExpanded, setIsExpanded] = useState(false)
  /** Those confirmed here: whether their party shares private details is asked afterwards. */
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  // Their details can turn sharing off again, which must not ask once more.
  const shared = planners.filter((one) => one.shares_party && !one.is_unconfirmed && confirmed.includes(one.id))
  if (shared.length > 0) setConfirmed(confirmed.filter((id) => shared.every((one) => one.id !== id)))
  const isAsked = (person: Planner) => confirmed.includes(person.id) && companionsOf(person, parties).length > 0
  const claimants = planners.filter((one) => one.is_unconfirmed)
  const rows = planners.filter((one) => one.is_unconfirmed || isAsked(one))
  // A claim that would remove another user's access must be decided on its own.
  const simple = claimants.filter(({ claim }) => !claim?.held_by)
  if (rows.length === 0 && error === undefined) return null
  const shown = isExpanded ? rows : rows.slice(0, MAX_ROWS)
  const hidden = rows.length - shown.length
  return (
    <section aria-label={m.group_claims_title()} className="rounded-md bg-raised px-2 py-2 sm:px-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 className="grow py-1 text-base">{m.group_claims_title()}</h3>
        {/* All names are seen before all are confirmed. */}
        {simple.length > 1 && hidden === 0 && (
          <Button variant="quiet" busy={isBusy} className="text-sm" onClick={() => confirmNames(simple)}>
            {m.group_people_confirm_all({ count: simple.length })}
          </Button>
        )}
      </div>
      {error !== undefined && <ErrorBox message={error} />}
      {simple.length > 0 && <p className="text-sm leading-snug text-muted">{m.group_claims_hint()}</p>}
      <ul aria-label={m.group_claims_title()} aria-busy={isBusy || undefined} className="mt-1 grid grid-cols-1">
        {shown.map((person) => (
          <li
            key={person.id}
            className="flex max-w-none flex-wrap items-center gap-x-2 gap-y-1.5 border-t border-line py-1.5 first:border-t-0"
          >
            <Face id={person.id} name={nameOfUser(person)} size="small" />
            {person.is_unconfirmed ? (
              <ClaimCheck
                person={person}
                holder={planners.find(({ id }) => id === person.claim?.held_by)}
                onName={(isRight) => {
                  if (isRight && !person.claim?.held_by) setConfirmed([...confirmed, person.id])
                  checkName(person, isRight)
                }}
                onRemove={
                  isListed(person, parties)
                    ? undefined
                    : () => onRemove({ name: nameOfUser(person), userId: person.id, isClaimant: true })
                }
                isBusy={isBusy}
                isOnlyOne={simple.length <= 1}
              />
            ) : (
              <ClaimSharing
                person={person}
                companions={companionsOf(person, parties)}
                isBusy={isBusy}
                onShare={() => setSharesParty(person, true)}
                onDismiss={() => setConfirmed(confirmed.filter((id) => id !== person.id))}
              />
            )}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <div className="-mb-1 border-t border-line">
          <TextButton onClick={() => setIsExpanded(true)}>{m.group_claims_more({ count: hidden })}</TextButton>
        </div>
      )}
    </section>
  )
}

const isListed = ({ person_id }: Planner, parties: readonly Party[]) =>
  listPersons(parties).some(({ id }) => id === person_id)

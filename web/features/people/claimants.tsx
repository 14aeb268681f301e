import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { Planner } from '#domain/api/people.ts'
import { nameOfUser } from '#domain/person.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import { isSameName } from '#domain/same-name.ts'
import { listMarks } from '#domain/tell-apart.ts'
import * as m from '#messages'
import { usePeopleChanges } from '#web/data/trips/people.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Face } from '#web/ui/face.tsx'
import { ClaimantCheck } from './claimant-check.tsx'
import { ClaimantSharing } from './claimant-sharing.tsx'
import { companionsOf } from './listed-people.ts'
import type { RemovalTarget } from './use-removal.tsx'

interface ClaimantsProps {
  claims: ReturnType<typeof useClaimants>
  planners: readonly Planner[]
  parties: readonly Party[]
  onRemove: (leaver: RemovalTarget) => void
}

/** A trip's claims. Those confirmed here stay, for the question whether their party shares private details. */
export function useClaimants(tripId: string, planners: readonly Planner[], parties: readonly Party[]) {
  const changes = usePeopleChanges(tripId)
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  // Their details can turn sharing off again, which must not ask once more.
  const shared = planners.filter((one) => one.shares_party && !one.is_unconfirmed && confirmed.includes(one.id))
  if (shared.length > 0) setConfirmed(confirmed.filter((id) => shared.every((one) => one.id !== id)))
  const isAsked = (person: Planner) => confirmed.includes(person.id) && companionsOf(person, parties).length > 0
  const claimants = planners.filter((one) => one.is_unconfirmed)
  const rows = planners.filter((one) => one.is_unconfirmed || isAsked(one))
  return {
    ...changes,
    claimants,
    rows,
    isShown: rows.length > 0 || changes.error !== undefined,
    addConfirmed: (id: string) => setConfirmed([...confirmed, id]),
    dismiss: (id: string) => setConfirmed(confirmed.filter((one) => one !== id)),
  }
}

/** The people who claim to be somebody on the list, for an organizer to confirm or refuse: one row that opens. */
export function Claimants({ claims, planners, parties, onRemove }: ClaimantsProps) {
  const { error, isBusy, checkName, confirmNames, setSharesParty, claimants, rows, addConfirmed, dismiss } = claims
  const [isOpen, setIsOpen] = useState(false)
  const content = useId()
  // A claim that would remove another user's access must be decided on its own.
  const simple = claimants.filter(({ claim }) => !claim?.held_by)
  const marks = listMarks(parties)
  const holderOf = ({ claim }: Planner) => planners.find(({ id }) => id === claim?.held_by)
  const nameOf = (person: Planner) => person.claim?.name ?? nameOfUser(person)
  const isAlike = (person: Planner) =>
    claimants.some((other) => other !== person && isSameName(nameOf(other), nameOf(person)))
  return (
    <section aria-label={m.group_claims_title()} className="rounded-md bg-warn-soft text-text">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={() => setIsOpen(!isOpen)}
        // Room above and below only for large text: at its normal size, two lines have the height of what was here.
        className="touch flex w-full items-center gap-2 rounded-md px-2.5 py-[max(0px,calc(1rem-16px))] text-left text-sm leading-snug"
      >
        <span className="min-w-0">
          {claimants.length > 0 ? m.group_claims_count({ count: claimants.length }) : m.group_claims_sharing()}
        </span>
        {/* A phone has room for the line and the arrow only. */}
        <span className="font-semibold text-action max-sm:sr-only sm:ml-2">{m.group_claims_check()}</span>
        <ChevronDown
          aria-hidden="true"
          className={`size-4 shrink-0 text-action transition-transform max-sm:ml-auto ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={content} hidden={!isOpen} className="animate-arrive px-2.5 pb-2">
        {error !== undefined && <ErrorBox message={error} />}
        {simple.length > 0 && <p className="text-sm leading-snug">{m.group_claims_hint()}</p>}
        <ul aria-label={m.group_claims_title()} aria-busy={isBusy || undefined} className="mt-1 grid grid-cols-1">
          {rows.map((person) => (
            <li
              key={person.id}
              className="flex max-w-none flex-wrap items-center gap-x-2 gap-y-1.5 border-t border-line py-1.5 first:border-t-0"
            >
              <Face id={person.id} name={nameOfUser(person)} size="small" />
              {person.is_unconfirmed ? (
                <ClaimantCheck
                  person={person}
                  holder={holderOf(person)}
                  mark={marks.get(holderOf(person)?.person_id ?? person.person_id)}
                  isAlike={isAlike(person)}
                  onName={(isRight) => {
                    if (isRight && !person.claim?.held_by) addConfirmed(person.id)
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
                <ClaimantSharing
                  person={person}
                  companions={companionsOf(person, parties)}
                  isBusy={isBusy}
                  onShare={() => setSharesParty(person, true)}
                  onDismiss={() => dismiss(person.id)}
                />
              )}
            </li>
          ))}
        </ul>
        {simple.length > 1 && (
          <Button variant="quiet" busy={isBusy} className="mt-1 text-sm" onClick={() => confirmNames(simple)}>
            {m.group_people_confirm_all({ count: simple.length })}
          </Button>
        )}
      </div>
    </section>
  )
}

const isListed = ({ person_id }: Planner, parties: readonly Party[]) =>
  listPersons(parties).some(({ id }) => id === person_id)

import { useId, useState } from 'react'
import type { Planner } from '#domain/api/people.ts'
import { nameOfUser } from '#domain/person.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { dayOf } from './day-of.ts'
import { listOf } from './person-words.ts'

export interface ClaimCheckProps {
  person: Planner
  /** The user who has already joined as the person they claim to be. */
  holder: Planner | undefined
  companions: readonly string[]
  /** Confirms or rejects the claim. `sharesParty`: whether their party sees each other's private details. */
  onName: (person: Planner, isRight: boolean, sharesParty?: boolean) => void
  isBusy: boolean
}

/** A claim, for an organizer to decide. */
export function ClaimCheck({ person, holder, companions, isBusy, onName }: ClaimCheckProps) {
  const id = useId()
  const [sharesParty, setSharesParty] = useState(false)
  const name = person.claim?.name.trim() || nameOfUser(person)
  const canConfirm = !holder || holder.is_guest
  return (
    <div className="mt-1 grid grid-cols-1 gap-2">
      <p id={id} className="text-sm break-words">
        <strong>Claims to be {name}</strong>
        {holder && canConfirm && (
          <>
            , who joined on <time dateTime={holder.since}>{dayOf(holder.since)}</time>. If you confirm, they take that
            place and the device that joined before loses access.
          </>
        )}
        {!holder && `. If you confirm, they see ${name}’s private details.`}
        {!canConfirm && ', who now has an account. They can sign in to get back in.'}
      </p>
      {!holder && companions.length > 0 && (
        <div>
          <Switch checked={sharesParty} onChange={setSharesParty}>
            <span className="break-words">Share private details with {listOf(companions)}</span>
          </Switch>
          <p className="text-sm text-muted">
            They’ll see each other’s phone numbers, emergency contacts and medical remarks. Turn this on only if you
            know they travel together.
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {canConfirm && (
          <Button variant="quiet" busy={isBusy} aria-describedby={id} onClick={() => onName(person, true, sharesParty)}>
            Confirm
          </Button>
        )}
        <Button variant="quiet" busy={isBusy} aria-describedby={id} onClick={() => onName(person, false)}>
          <span className="min-w-0 break-words">Not {name}</span>
        </Button>
      </div>
    </div>
  )
}

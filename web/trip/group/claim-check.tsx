import { useId, useState } from 'react'
import type { Planner } from '#domain/api/people.ts'
import { listText } from '#domain/list-text.ts'
import { nameOfUser } from '#domain/person.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { rich } from '#web/ui/rich.ts'
import { Switch } from '#web/ui/switch.tsx'
import { dayOf } from './day-of.ts'

export interface ClaimCheckProps {
  person: Planner
  /** The user who has already joined as the person they claim to be. */
  holder: Planner | undefined
  companions: readonly string[]
  /** Confirms or rejects the claim. `sharesParty`: whether their party sees each other's private details. */
  onName: (person: Planner, isRight: boolean, sharesParty?: boolean) => void
  /** Removes their access without deciding the claim; absent if they have an entry on the list, which offers it. */
  onRemove: (() => void) | undefined
  isBusy: boolean
  /** Otherwise all can be confirmed together. */
  isOnlyOne: boolean
}

/** A claim, for an organizer to decide. */
export function ClaimCheck({ person, holder, companions, isBusy, isOnlyOne, onName, onRemove }: ClaimCheckProps) {
  const id = useId()
  const [sharesParty, setSharesParty] = useState(false)
  const name = person.claim?.name.trim() || nameOfUser(person)
  const canConfirm = !holder || holder.is_guest
  return (
    <div className="grid grid-cols-1 gap-2">
      <p id={id} className="text-sm break-words">
        {!holder && rich(m.group_claim_new({ name, strong: (text) => <strong>{text}</strong> }))}
        {holder &&
          canConfirm &&
          rich(
            m.group_claim_guest({
              name,
              date: dayOf(holder.since),
              strong: (text) => <strong>{text}</strong>,
              time: (text) => <time dateTime={holder.since}>{text}</time>,
            }),
          )}
        {!canConfirm && rich(m.group_claim_account({ name, strong: (text) => <strong>{text}</strong> }))}
      </p>
      {!holder && companions.length > 0 && (
        <div>
          <Switch checked={sharesParty} onChange={setSharesParty}>
            <span className="text-sm break-words">{m.group_claim_share({ names: listText(companions) })}</span>
          </Switch>
          {sharesParty && <p className="text-sm text-muted">{m.group_claim_share_hint()}</p>}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {canConfirm && (
          <Button
            variant={isOnlyOne ? 'primary' : 'quiet'}
            busy={isBusy}
            aria-describedby={id}
            onClick={() => onName(person, true, sharesParty)}
          >
            {m.group_claim_confirm()}
          </Button>
        )}
        <Button variant="quiet" busy={isBusy} aria-describedby={id} onClick={() => onName(person, false)}>
          <span className="min-w-0 break-words">{m.group_claim_reject({ name })}</span>
        </Button>
        {onRemove && (
          <Button variant="danger" aria-describedby={id} onClick={onRemove}>
            {m.group_remove_access()}
          </Button>
        )}
      </div>
    </div>
  )
}

import { useId } from 'react'
import type { Planner } from '#domain/api/people.ts'
import { listText } from '#domain/list-text.ts'
import { nameOfUser } from '#domain/person.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'

interface ClaimantSharingProps {
  person: Planner
  companions: readonly string[]
  isBusy: boolean
  onShare: () => void
  onDismiss: () => void
}

/**
 * Asks after a confirmation whether their party sees each other's private details. Until somebody says so, it doesn't;
 * the person's details offer it later.
 */
export function ClaimantSharing({ person, companions, isBusy, onShare, onDismiss }: ClaimantSharingProps) {
  const id = useId()
  return (
    <>
      <div id={id} className="min-w-0 flex-1 basis-56 text-sm leading-snug wrap-anywhere">
        <p>
          {m.group_claim_confirmed({ name: nameOfUser(person) })}{' '}
          <strong>{m.group_claim_share({ names: listText(companions) })}</strong>
        </p>
        <p className="text-muted">{m.group_claim_share_hint()}</p>
      </div>
      <div className="flex flex-wrap gap-1.5 *:px-4 *:text-sm">
        {/* First, as Confirm was: a second tap must not share anything. */}
        <Button variant="quiet" aria-describedby={id} onClick={onDismiss}>
          {m.group_claim_share_no()}
        </Button>
        <Button variant="quiet" busy={isBusy} aria-describedby={id} onClick={onShare}>
          {m.group_claim_share_yes()}
        </Button>
      </div>
    </>
  )
}

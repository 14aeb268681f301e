import { useId } from 'react'
import type { Planner } from '#domain/api/people.ts'
import { firstName } from '#domain/first-name.ts'
import { nameOfUser } from '#domain/person.ts'
import { trimmed } from '#domain/text.ts'
import * as m from '#messages'
import { dayOf } from '#web/trip-core/days/day-of.ts'
import { Button } from '#web/ui/button.tsx'
import { rich } from '#web/ui/rich.ts'

interface ClaimantCheckProps {
  person: Planner
  /** The user who has already joined as the person they claim to be. */
  holder: Planner | undefined
  /** What tells the person on the list apart from others of the same name. */
  mark: string | undefined
  /** Whether somebody else claims the same name. */
  isAlike: boolean
  onName: (isRight: boolean) => void
  /** Removes their access without deciding the claim; absent if they have an entry on the list, which offers it. */
  onRemove: (() => void) | undefined
  isBusy: boolean
  /** Otherwise all can be confirmed together. */
  isOnlyOne: boolean
}

/** A claim, for an organizer to decide: one row, unless there is more to know about it. */
export function ClaimantCheck({
  person,
  holder,
  mark,
  isAlike,
  isBusy,
  isOnlyOne,
  onName,
  onRemove,
}: ClaimantCheckProps) {
  const id = useId()
  const name = trimmed(person.claim?.name ?? '') || nameOfUser(person)
  const canConfirm = !holder || holder.is_guest
  const listed = mark ? m.group_apart({ name, mark }) : name
  const strong = (text: string) => <strong>{text}</strong>
  return (
    <>
      <div id={id} className={`min-w-0 flex-1 text-sm leading-snug wrap-anywhere ${holder ? 'basis-56' : 'basis-20'}`}>
        {/* Most people who claim a name give the same one when they join. */}
        {name !== nameOfUser(person) && <p className="font-semibold">{nameOfUser(person)}</p>}
        <p>
          {!holder && rich(m.group_claim_new({ name: listed, strong }))}
          {holder &&
            canConfirm &&
            rich(
              m.group_claim_guest({
                name: listed,
                date: dayOf(holder.since),
                strong,
                time: (text) => <time dateTime={holder.since}>{text}</time>,
              }),
            )}
          {!canConfirm && rich(m.group_claim_account({ name: listed, strong }))}
        </p>
        {(mark !== undefined || isAlike) && <p>{joinedWords(person.since)}</p>}
      </div>
      <div className="flex flex-wrap gap-1.5 *:px-2 *:text-sm sm:*:px-4">
        {canConfirm && (
          <Button
            variant={isOnlyOne ? 'primary' : 'quiet'}
            busy={isBusy}
            aria-describedby={id}
            onClick={() => onName(true)}
          >
            {m.group_claim_confirm()}
          </Button>
        )}
        <Button
          variant="quiet"
          busy={isBusy}
          aria-describedby={id}
          aria-label={m.group_claim_reject({ name })}
          onClick={() => onName(false)}
        >
          <span className="min-w-0 break-words">{m.group_claim_reject({ name: firstName(name) })}</span>
        </Button>
        {onRemove && (
          <Button variant="danger" aria-describedby={id} onClick={onRemove}>
            {m.group_remove_access()}
          </Button>
        )}
      </div>
    </>
  )
}

function joinedWords(since: string) {
  const day = dayOf(since)
  const time = (text: string) => <time dateTime={since}>{text}</time>
  return day === dayOf(new Date().toISOString())
    ? rich(m.group_claim_joined_today({ time }))
    : rich(m.group_claim_joined({ date: day, time }))
}

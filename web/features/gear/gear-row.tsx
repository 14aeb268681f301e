import { ChevronRight, TriangleAlert } from 'lucide-react'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { countOf, type GearItem } from '#domain/gear/gear-items.ts'
import { isCounted } from '#domain/gear/promised.ts'
import { MAX_NEEDED } from '#domain/plan/checklist.ts'
import * as m from '#messages'
import { itemName } from '#web/trip-core/item-name.ts'
import { NeedText, needText } from '#web/trip-core/need-text.tsx'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { Button } from '#web/ui/button.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { UnbrokenAmounts } from '#web/ui/unbroken-amounts.tsx'
import { broughtLines, gearLines } from './gear-words.ts'

/** What can be done with the rows. The same object as long as nothing of it changes. */
export interface GearActions {
  /** Says how many of an item a person brings. Undefined for people who may not. */
  claim: ((row: GearItem, personId: string, count: number) => void) | undefined
  open: (itemId: string) => void
}

interface GearRowProps {
  row: GearItem
  me: string
  nameOf: NameOf
  actions: GearActions
  /** After the trip: the row says what was brought. Only its details change that. */
  isOver: boolean
}

/** An item with who brings how many of it. Memoized: a claim in a long list renders few rows. */
export const GearRow = memo(function GearRow({ row, me, nameOf, actions, isOver }: GearRowProps) {
  const { item, number, promised } = row
  const name = itemName(item, number)
  const need =
    isOver && isCounted(item) ? m.gear_need_over({ needed: item.needed, promised }) : needText(item, promised)
  const details = useRef<HTMLButtonElement>(null)
  return (
    <li className="max-w-none border-b border-line/60 last:border-b-0 sm:flex sm:flex-wrap sm:items-center sm:gap-x-4">
      <div className="min-w-0 grow sm:basis-56">
        <button
          ref={details}
          type="button"
          aria-label={m.gear_details_label({ name })}
          onClick={() => actions.open(item.id)}
          className="touch -mx-2 flex w-[calc(100%+1rem)] items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-action-soft"
        >
          <span className="min-w-0 grow wrap-anywhere">
            <UnbrokenAmounts text={name} />
          </span>
          <ChevronRight aria-hidden="true" className="size-5.5 shrink-0 text-action" />
        </button>
        {need && (
          <p className="-mt-1 max-w-none pb-2 text-sm text-muted">
            {isOver ? need : <NeedText item={item} promised={promised} />}
          </p>
        )}
        <GearLines lines={isOver ? broughtLines(row, nameOf) : gearLines(row, nameOf, me)} />
      </div>
      {actions.claim && !isOver && <OwnClaim row={row} me={me} claim={actions.claim} details={details} />}
    </li>
  )
})

function GearLines({ lines }: { lines: ReturnType<typeof gearLines> }) {
  if (lines.length === 0) return null
  return (
    <ul className="-mt-1 grid gap-0.5 pb-2 text-sm">
      {lines.map(({ text, isWarning }) => (
        <li
          key={text}
          className={`max-w-none wrap-anywhere ${isWarning ? 'flex items-start gap-1.5 text-warn' : 'text-muted'}`}
        >
          {isWarning && <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
          <span className="min-w-0">{text}</span>
        </li>
      ))}
    </ul>
  )
}

interface OwnClaimProps {
  row: GearItem
  me: string
  claim: NonNullable<GearActions['claim']>
  /** The button that opens the row's details. */
  details: RefObject<HTMLButtonElement | null>
}

/** How many the current user brings. Without any, a button promises some of what is missing. */
function OwnClaim({ row, me, claim, details }: OwnClaimProps) {
  const { item, number, missing } = row
  const name = itemName(item, number)
  const own = countOf(row, me)
  const more = useFocusOnOther(own > 0, details)
  if (item.is_each) return null
  if (own > 0)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-3 pb-2 sm:grow">
        <span className="text-sm font-semibold">{m.gear_own_claim()}</span>
        <Stepper
          label={m.gear_own_claim_label({ name })}
          value={own}
          max={MAX_NEEDED}
          plusRef={more}
          onChange={(count) => claim(row, me, count)}
        />
      </div>
    )
  return missing > 0 ? <Take name={name} missing={missing} onTake={(count) => claim(row, me, count)} /> : null
}

function Take({ name, missing, onTake }: { name: string; missing: number; onTake: (count: number) => void }) {
  const [chosen, setChosen] = useState(1)
  // Others may have promised some in the meantime.
  const count = Math.min(chosen, missing)
  const act = missing === 1 ? m.gear_take() : m.gear_take_count({ count })
  return (
    <div className="flex flex-wrap items-center gap-2 pb-2 sm:ml-auto">
      {missing > 1 && (
        <Stepper label={m.gear_take_how_many({ name })} value={count} min={1} max={missing} onChange={setChosen} />
      )}
      <Button
        variant="quiet"
        aria-label={m.gear_take_label({ act, name })}
        onClick={() => onTake(count)}
        className="grow sm:shrink-0"
      >
        {act}
      </Button>
    </div>
  )
}

/**
 * Keeps the focus in the row when the control that was just used is gone: after a promise it goes to the button for
 * one more, which is returned. After a withdrawal it goes to the details: 'I'll bring it' may not be there, and Enter
 * after a typed 0 would promise again.
 */
function useFocusOnOther(isClaimed: boolean, details: OwnClaimProps['details']) {
  const more = useRef<HTMLButtonElement>(null)
  const was = useRef(isClaimed)
  useEffect(() => {
    if (was.current === isClaimed) return
    was.current = isClaimed
    // What was used is gone, so nothing else has the focus.
    if (document.activeElement === document.body) (isClaimed ? more : details).current?.focus({ preventScroll: true })
  }, [isClaimed, details])
  return more
}

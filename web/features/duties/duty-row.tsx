import { ChevronRight, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import type { DutyConflict } from '#domain/duties/conflicts.ts'
import { dutyTitle } from '#domain/duties/duty-words.ts'
import { ownAction } from '#domain/duties/own-action.ts'
import type { PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import * as m from '#messages'
import { showIfLinked } from '#web/trip-core/linked-entry.ts'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { whoIs } from '#web/trip-core/people/names.ts'
import type { IsLost } from '#web/trip-core/people/use-lost-seats.ts'
import { Button } from '#web/ui/button.tsx'
import { conflictText, peopleText, placedTitle, waitingText } from './duty-words.ts'
import type { DutiesView } from './use-duties.ts'

export interface DutyActions {
  /** Undefined for people who may not volunteer. */
  take: ((dutyId: string, personId: string) => void) | undefined
  giveUp: ((dutyId: string, personId: string) => void) | undefined
  open: (dutyId: string) => void
}

interface DutyRowProps {
  one: PeopleOnDuty
  conflicts: readonly DutyConflict[]
  dates: DutiesView['dates']
  me: string
  nameOf: NameOf
  isLost: IsLost
  findAbsence: DutiesView['findAbsence']
  actions: DutyActions
}

/** A duty with its people. One press takes it or gives it up; pressing the rest opens the details. */
export const DutyRow = memo(function DutyRow(props: DutyRowProps) {
  const { one, dates, me, nameOf, findAbsence, actions } = props
  const { duty, open } = one
  const name = placedTitle(duty, dates)
  const people = peopleText(one, nameOf)
  const waiting = waitingText(one, nameOf)
  const warnings = warningsOf(props)
  const details = [people, waiting].filter(Boolean).join(' · ')
  return (
    <li
      ref={showIfLinked}
      id={duty.id}
      tabIndex={-1}
      className="max-w-none border-b border-line/60 py-1 last:border-b-0"
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <button
          type="button"
          aria-label={m.duties_details_label({ duty: name, details })}
          onClick={() => actions.open(duty.id)}
          className="touch flex min-w-0 grow basis-36 items-center gap-1 rounded-md py-1 text-left transition-colors hover:bg-action-soft"
        >
          <span className="min-w-0 grow">
            <span className="block wrap-anywhere">{dutyTitle(duty)}</span>
            <span className={`block text-sm wrap-anywhere ${open > 0 ? 'text-text' : 'text-muted'}`}>{people}</span>
            {waiting && <span className="block text-sm text-muted wrap-anywhere">{waiting}</span>}
          </span>
          <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-action print:hidden" />
        </button>
        <OwnButton {...{ one, name, me, findAbsence, actions }} />
      </div>
      {warnings.length > 0 && (
        <ul className="grid gap-0.5 pb-1 text-sm text-warn">
          {warnings.map((text) => (
            <li key={text} className="flex max-w-none items-start gap-1.5">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
})

/** What does not fit, and who no longer has it. Each text once: two people may have the same name. */
function warningsOf({ one: { duty, waiting }, conflicts, me, nameOf, isLost }: DutyRowProps): string[] {
  const lost = waiting.filter((personId) => isLost(duty.id, personId))
  return [
    ...new Set([
      ...conflicts.map((conflict) => conflictText(conflict, { me, nameOf })),
      ...lost.map((personId) => m.duties_lost(whoIs(personId, { me, nameOf }))),
    ]),
  ]
}

const actionTexts = {
  take: m.duties_take,
  give_up: m.duties_give_up,
  leave_waiting: m.duties_leave_waiting,
}

/**
 * Takes the duty, or gives it up. The button stays, so that it keeps the focus. The waiting list of a duty is joined in
 * its details: most duties are full, so the button would be on most rows.
 */
function OwnButton({
  one,
  name,
  me,
  findAbsence,
  actions: { take, giveUp },
}: Pick<DutyRowProps, 'one' | 'me' | 'findAbsence' | 'actions'> & { name: string }) {
  const action = ownAction(one, me, findAbsence)
  if (!take || !giveUp || !action || action === 'join_waiting') return null
  const act = actionTexts[action]()
  const change = action === 'take' ? take : giveUp
  return (
    <Button
      variant="quiet"
      className="shrink-0 px-3 text-sm print:hidden"
      aria-label={m.duties_act_label({ act, duty: name })}
      onClick={() => change(one.duty.id, me)}
    >
      {act}
    </Button>
  )
}

import { ChevronRight, TriangleAlert } from 'lucide-react'
import type { DutyConflict } from '#domain/duties/conflicts.ts'
import { dutyTitle } from '#domain/duties/duty-words.ts'
import type { PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { listText, type NameOf } from '../shopping/row-words.ts'
import { conflictText, peopleText, placedTitle } from './duty-words.ts'
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
  actions: DutyActions
}

/** A duty with its people. One press takes it or gives it up; pressing the rest opens the details. */
export function DutyRow({ one, conflicts, dates, me, nameOf, actions }: DutyRowProps) {
  const { duty, on, standBy, open } = one
  const { take, giveUp } = actions
  const name = placedTitle(duty, dates)
  const isMine = on.includes(me) || standBy.includes(me)
  return (
    <li className="max-w-none border-b border-line/60 py-1 last:border-b-0">
      <div className="flex items-center gap-2">
        <button
          type="button"
          aria-label={m.duties_details_label({ duty: name, people: peopleText(one, nameOf) })}
          onClick={() => actions.open(duty.id)}
          className="touch flex min-w-0 grow items-center gap-1 rounded-md py-1 text-left transition-colors hover:bg-action-soft"
        >
          <span className="min-w-0 grow">
            <span className="block font-semibold wrap-anywhere">{dutyTitle(duty)}</span>
            <span className={`block text-sm wrap-anywhere ${open > 0 ? 'text-text' : 'text-muted'}`}>
              {peopleText(one, nameOf)}
            </span>
            {standBy.length > 0 && (
              <span className="block text-sm text-muted wrap-anywhere">
                {m.duties_stand_by({ people: listText(standBy.map(nameOf)), count: standBy.length })}
              </span>
            )}
          </span>
          <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-action print:hidden" />
        </button>
        {take && giveUp && (isMine || duty.places > 0) && (
          <Button
            variant="quiet"
            className="shrink-0 px-3 text-sm print:hidden"
            aria-label={
              isMine
                ? m.duties_give_up_label({ duty: name })
                : open > 0
                  ? m.duties_take_label({ duty: name })
                  : m.duties_wait_label({ duty: name })
            }
            onClick={() => (isMine ? giveUp : take)(duty.id, me)}
          >
            {isMine ? m.duties_give_up() : open > 0 ? m.duties_take() : m.duties_wait()}
          </Button>
        )}
      </div>
      {conflicts.length > 0 && (
        <ul className="grid gap-0.5 pb-1 text-sm text-warn">
          {conflicts.map((conflict) => {
            const text = conflictText(conflict, nameOf)
            return (
              <li key={text} className="flex max-w-none items-start gap-1.5">
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                <span className="min-w-0">{text}</span>
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}

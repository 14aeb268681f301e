import { X } from 'lucide-react'
import { dutyTitle } from '#domain/duties/duty-words.ts'
import { ownAction } from '#domain/duties/own-action.ts'
import type { PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import type { Duty } from '#domain/plan/duties.ts'
import * as m from '#messages'
import type { NameOf } from '#web/trip-core/people/names.ts'
import type { PersonChoice } from '#web/trip-core/people/person-choices.ts'
import { Button } from '#web/ui/button.tsx'
import { DoneFooter } from '#web/ui/done-footer.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { DutyFields } from './duty-fields.tsx'
import type { DutyActions } from './duty-row.tsx'
import { placedTitle } from './duty-words.ts'
import type { DutiesView } from './use-duties.ts'

interface DutyDialogProps extends Pick<DutiesView, 'days' | 'dates' | 'findAbsence'> {
  one: PeopleOnDuty
  me: string
  /** Whom the current user can sign up: everybody, or their party. */
  candidates: readonly PersonChoice[]
  nameOf: NameOf
  actions: Pick<DutyActions, 'take' | 'giveUp'>
  /** Undefined for people who may not edit. */
  onChange: ((change: Partial<Duty>, isTyped?: boolean) => void) | undefined
  onRemove: () => void
  onClose: () => void
}

/** All about a duty: who has it, and for editors what it is. */
export function DutyDialog({ one, days, dates, onChange, onRemove, onClose, ...people }: DutyDialogProps) {
  const { duty } = one
  const footer = <DoneFooter remove={m.duties_remove()} onRemove={onChange && onRemove} onDone={onClose} />
  return (
    <Modal open isForReading onClose={onClose} title={placedTitle(duty, dates)} footer={footer}>
      <div className="grid gap-5">
        <PeopleOfDuty one={one} {...people} />
        {onChange ? (
          <DutyFields {...{ duty, days, dates, onChange }} />
        ) : (
          duty.note.trim() && <p className="whitespace-pre-line">{duty.note}</p>
        )}
      </div>
    </Modal>
  )
}

function PeopleOfDuty({
  one,
  me,
  candidates,
  nameOf,
  findAbsence,
  actions: { take, giveUp },
}: Pick<DutyDialogProps, 'one' | 'me' | 'candidates' | 'nameOf' | 'findAbsence' | 'actions'>) {
  const { duty, on, waiting, notComing, absent, open } = one
  const mayRemove = (personId: string) => candidates.some(({ id }) => id === personId)
  const all = [...on, ...waiting, ...absent, ...notComing]
  const others = candidates.filter(({ id }) => !all.includes(id) && !findAbsence(id, duty))
  return (
    <section aria-label={m.duties_people_title()} className="grid gap-2">
      <h3 className="text-base">{m.duties_people_title()}</h3>
      <ul>
        {all.map((personId) => {
          const name = nameOf(personId)
          return (
            <li key={personId} className="flex max-w-none items-center gap-2">
              <span className="touch flex min-w-0 grow items-center wrap-anywhere">{labelOf(one, personId, name)}</span>
              {giveUp && mayRemove(personId) && (
                <IconButton
                  icon={X}
                  label={m.duties_remove_person({ name, duty: dutyTitle(duty) })}
                  title={m.common_remove()}
                  className="-mr-2"
                  onClick={() => giveUp(duty.id, personId)}
                />
              )}
            </li>
          )
        })}
      </ul>
      {(open > 0 || on.length === 0) && (
        <p className="text-muted">{open > 0 ? m.duties_open({ count: open }) : m.duties_no_places()}</p>
      )}
      {take && ownAction(one, me, findAbsence) === 'join_waiting' && (
        <Button variant="quiet" className="justify-self-start" onClick={() => take(duty.id, me)}>
          {m.duties_join_waiting()}
        </Button>
      )}
      {take && others.length > 0 && (
        <Field label={m.duties_add_person()}>
          {(wiring) => (
            <select
              {...wiring}
              value=""
              onChange={({ target }) => target.value && take(duty.id, target.value)}
              className={fieldLook}
            >
              <option value="">{m.duties_choose_person()}</option>
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </section>
  )
}

function labelOf({ waiting, notComing, absent }: PeopleOnDuty, personId: string, name: string): string {
  if (waiting.includes(personId)) return m.duties_waits({ name })
  if (absent.includes(personId)) return m.duties_absent({ name })
  return notComing.includes(personId) ? m.duties_not_coming({ name }) : name
}

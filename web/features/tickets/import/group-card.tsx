import { useId } from 'react'
import { changeLines } from '#domain/bookings/change-words.ts'
import * as m from '#messages'
import { stayIcons } from '#web/trip-core/bookings/booking-icons.ts'
import type { BookingNames } from '#web/trip-core/bookings/booking-names.ts'
import { CheckBox } from '#web/ui/check-box.tsx'
import { Warning } from '../card/warning.tsx'
import { ticketKinds } from '../ticket-kinds.ts'
import { BookingPreview } from './booking-preview.tsx'
import type { Group } from './drafts.ts'
import { actionText, kindOf, nameOfGroup } from './import-words.ts'

interface GroupCardProps {
  group: Group
  names: BookingNames
  /** Undefined where there is no choice: it is the only one, or nothing happens with it. */
  choice: { isChosen: boolean; onChange: (isChosen: boolean) => void } | undefined
}

/** What was read about one booking, and what happens with it. */
export function GroupCard({ group, names, choice }: GroupCardProps) {
  const id = useId()
  const { state, hasCancelledPart } = group
  const Icon = group.is === 'ticket' ? ticketKinds[group.entry.type].icon : stayIcons[group.entry.kind]
  return (
    <article aria-labelledby={id} className="grid grid-cols-1 gap-3 rounded-md border border-edge bg-raised p-3">
      <header className="flex flex-wrap items-start gap-x-2.5 gap-y-1">
        <Icon aria-hidden="true" className="mt-0.5 size-5.5 shrink-0 text-accent" />
        <h3 id={id} className="min-w-0 grow basis-32 text-base leading-snug wrap-anywhere">
          {nameOfGroup(group)}
        </h3>
        {state === 'new' && (
          <span className="sign shrink-0 rounded-full bg-accent px-2.5 py-0.5 text-sm text-on-accent">
            {m.imports_new()}
          </span>
        )}
      </header>
      {state === 'same' && !hasCancelledPart && <p className="text-muted">{m.imports_here()}</p>}
      {(state === 'cancelled' || state === 'gone') && (
        <p>
          <span className="sign text-danger">{m.imports_cancelled({ kind: kindOf(group) })}.</span>{' '}
          {state === 'gone' ? m.imports_cancelled_gone() : m.imports_remove_what()}
        </p>
      )}
      {hasCancelledPart && <Warning text={m.imports_cancelled_part()} />}
      {state === 'new' && <BookingPreview group={group} nameOf={names.nameOf} />}
      {state === 'changed' && <Changes group={group} names={names} />}
      {choice && (
        <CheckBox
          checked={choice.isChosen}
          isStruck={false}
          onChange={choice.onChange}
          label={m.imports_choice_label({ action: actionText(group), name: nameOfGroup(group) })}
        >
          <span className="sign">{actionText(group)}</span>
        </CheckBox>
      )}
    </article>
  )
}

function Changes({ group, names: { nameOf } }: Pick<GroupCardProps, 'group' | 'names'>) {
  return (
    <div>
      <p>{m.imports_changed()}</p>
      <ul className="ml-5 list-disc">
        {changeLines({ entry: group.entry, changes: [...group.changes] }, { nameOf }).map((line) => (
          <li key={line} className="max-w-none wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}

import { useState } from 'react'
import { proposeRota } from '#domain/duties/rota.ts'
import { listText } from '#domain/list-text.ts'
import * as m from '#messages'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { groupByDay, titleWithMeal, turnsByDuty } from './duty-words.ts'
import type { DutiesView } from './use-duties.ts'

interface RotaDialogProps extends Pick<DutiesView, 'list' | 'workers' | 'tooYoung' | 'dates'> {
  nameOf: NameOf
  onConfirm: (turns: ReturnType<typeof proposeRota>) => void
  onClose: () => void
}

/** A proposal of who takes the open seats. It is the one that was made when the dialog opened. */
export function RotaDialog({ list, workers, tooYoung, dates, nameOf, onConfirm, onClose }: RotaDialogProps) {
  const [{ turns, days, open }] = useState(() => {
    const proposed = proposeRota(list, workers, dates)
    const places = list.reduce((sum, one) => sum + one.open, 0)
    return { turns: proposed, days: groupByDay(turnsByDuty(list, proposed), dates), open: places - proposed.length }
  })
  const footer = (
    <div className="flex justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        {turns.length > 0 ? m.common_cancel() : m.common_close()}
      </Button>
      {turns.length > 0 && (
        <Button
          onClick={() => {
            onConfirm(turns)
            onClose()
          }}
        >
          {m.duties_rota_confirm({ count: turns.length })}
        </Button>
      )}
    </div>
  )
  return (
    <Modal
      open
      isForReading
      onClose={onClose}
      title={m.duties_rota()}
      description={turns.length > 0 ? m.duties_rota_help() : m.duties_rota_nobody()}
      footer={footer}
    >
      <div className="grid gap-4">
        {tooYoung.length > 0 && (
          <p className="text-sm text-muted">{m.duties_rota_too_young({ names: listText(tooYoung.map(nameOf)) })}</p>
        )}
        {open > 0 && turns.length > 0 && <p className="text-warn">{m.duties_rota_open({ count: open })}</p>}
        {days.map(({ day, title, meals }) => (
          <section key={day} aria-label={title} className="grid gap-1">
            <h3 className="text-base">{title}</h3>
            <ul className="grid gap-1">
              {meals
                .flatMap(({ list: duties }) => duties)
                .map(({ duty, on }) => (
                  <li key={duty.id} className="flex max-w-none flex-wrap items-baseline gap-x-2">
                    <span className="text-sm text-muted">{titleWithMeal(duty)}</span>
                    <span className="min-w-0 wrap-anywhere">{listText(on.map(nameOf))}</span>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Modal>
  )
}

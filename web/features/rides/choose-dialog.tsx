import { useState } from 'react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { findHostOf, type Host, listChoices, queueOf, type SeatView } from './seat-view.ts'

interface ChooseDialogProps {
  host: Host
  view: SeatView
  onClose: () => void
}

/** Gives others a seat, and takes it back. The order stays as it was when the dialog opened. */
export function ChooseDialog({ host, view, onClose }: ChooseDialogProps) {
  const { words, hosts, nameToChoose, canSeat, seat, giveUp } = view
  const [groups] = useState(() => listChoices(host, view))
  const isHere = (id: string) => queueOf(host).includes(id)
  const labelOf = (id: string) => {
    if (host.waiting.includes(id)) return m.rides_choose_waiting({ name: nameToChoose(id) })
    const away = isHere(id) ? host.awayText(id) : ''
    if (away) return m.rides_choose_elsewhere({ name: nameToChoose(id), host: away })
    const other = findHostOf(hosts, id)
    return other && other.id !== host.id
      ? m.rides_choose_elsewhere({ name: nameToChoose(id), host: other.named })
      : nameToChoose(id)
  }
  const change = (changed: Partial<Record<string, boolean>>) => {
    for (const [id, isChosen] of Object.entries(changed)) (isChosen ? seat : giveUp)(id, host)
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={words.chooseTitle({ name: host.named })}
      description={host.isClosed ? words.chooseClosed : m.rides_choose_hint({ free: host.free })}
      footer={
        <div className="flex justify-end">
          <Button onClick={onClose}>{m.common_done()}</Button>
        </div>
      }
    >
      <div className="grid gap-5">
        {groups.map(({ legend, people }) => (
          <Chips
            key={legend}
            legend={legend}
            words={people.filter(canSeat)}
            nameOf={labelOf}
            ticked={Object.fromEntries(people.map((id) => [id, isHere(id)]))}
            onChange={change}
          />
        ))}
      </div>
    </Modal>
  )
}

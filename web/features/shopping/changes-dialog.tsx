import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { changesSentence, changeText } from './change-words.ts'
import type { ListChanges } from './use-list-changes.ts'

export function ChangesDialog({ list, onClose }: { list: ListChanges; onClose: () => void }) {
  const footer = (
    <div className="flex justify-end">
      <Button onClick={onClose}>{m.shopping_changes_seen()}</Button>
    </div>
  )
  return (
    <Modal
      open
      isForReading
      onClose={onClose}
      title={m.shopping_changes_label()}
      description={changesSentence(list)}
      footer={footer}
    >
      <ul>
        {list.changes.map((change) => (
          <li
            key={`${change.key} ${change.listUnit?.key}`}
            className="flex max-w-none flex-wrap justify-between gap-x-3 border-b border-line/60 py-2 last:border-b-0"
          >
            <span className="min-w-0 wrap-anywhere">{change.name}</span>
            <span className="sign tabular-nums">{changeText(change)}</span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}

import type { ChecklistGroup, ChecklistItem } from '#domain/plan/checklist.ts'
import * as m from '#messages'
import { itemName } from '#web/trip-core/item-name.ts'
import { NeedFields } from '#web/trip-core/need-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

interface NeedsDialogProps {
  group: ChecklistGroup
  onChange: (itemId: string, change: Partial<ChecklistItem>) => void
  onClose: () => void
}

/** How many are needed of each item of a category. Changes the draft. */
export function NeedsDialog({ group, onChange, onClose }: NeedsDialogProps) {
  return (
    <Modal
      open
      isForReading
      onClose={onClose}
      title={m.checklist_needs_title({ category: group.category || m.checklist_category_unnamed() })}
      description={m.checklist_needs_hint()}
      footer={
        <div className="flex justify-end">
          <Button onClick={onClose}>{m.common_done()}</Button>
        </div>
      }
    >
      <ul className="grid gap-3">
        {group.items.map((item, index) => {
          const name = itemName(item, index + 1)
          return (
            <li key={item.id} className="grid max-w-none gap-1 border-b border-line/60 pb-3 last:border-b-0 last:pb-0">
              <p className="wrap-anywhere">{name}</p>
              <NeedFields name={name} item={item} onChange={(change) => onChange(item.id, change)} />
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}

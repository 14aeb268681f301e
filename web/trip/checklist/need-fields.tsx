import { type ChecklistItem, MAX_NEEDED } from '#domain/plan/checklist.ts'
import * as m from '#messages'
import { Stepper } from '#web/ui/stepper.tsx'
import { Switch } from '#web/ui/switch.tsx'

interface NeedFieldsProps {
  /** What the item is called. */
  name: string
  item: Pick<ChecklistItem, 'needed' | 'is_each'>
  onChange: (change: Partial<ChecklistItem>) => void
}

/** How many of an item are needed, or that everyone brings their own. */
export function NeedFields({ name, item, onChange }: NeedFieldsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
      {!item.is_each && (
        <Stepper
          label={m.checklist_needed_label({ name })}
          value={item.needed}
          max={MAX_NEEDED}
          onChange={(needed) => onChange({ needed })}
        />
      )}
      <Switch checked={item.is_each} onChange={(is_each) => onChange({ is_each })}>
        {m.checklist_need_each()}
      </Switch>
    </div>
  )
}

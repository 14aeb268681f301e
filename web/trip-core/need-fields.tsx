import { useRef, useState } from 'react'
import { suggestedNeed } from '#domain/gear/count-in-name.ts'
import { type ChecklistItem, MAX_NEEDED } from '#domain/plan/checklist.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { Switch } from '#web/ui/switch.tsx'

interface NeedFieldsProps {
  /** What the item is called. */
  name: string
  item: Pick<ChecklistItem, 'name' | 'needed' | 'is_each'>
  onChange: (change: Partial<ChecklistItem>) => void
}

/**
 * How many of an item are needed, or that everyone brings their own. As long as nobody has said so, the number in its
 * name is shown, and stored only if somebody uses it.
 */
export function NeedFields({ name, item, onChange }: NeedFieldsProps) {
  const more = useRef<HTMLButtonElement>(null)
  /** Only what the fields began with: a number that is set to 0 stays 0. */
  const [suggested, setSuggested] = useState(() => suggestedNeed(item))
  const unsaved = item.needed === 0 ? suggested : undefined
  const change = (changed: Partial<ChecklistItem>) => {
    setSuggested(undefined)
    onChange(changed)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
      {!item.is_each && (
        <Stepper
          label={m.checklist_needed_label({ name })}
          {...(unsaved !== undefined && { hint: m.checklist_needed_from_name() })}
          value={unsaved ?? item.needed}
          max={MAX_NEEDED}
          plusRef={more}
          onChange={(needed) => change({ needed })}
        />
      )}
      {!item.is_each && unsaved !== undefined && (
        <Button
          variant="quiet"
          aria-label={m.checklist_needed_use_label({ count: unsaved, name })}
          onClick={() => {
            change({ needed: unsaved })
            // This button goes.
            more.current?.focus()
          }}
        >
          {m.checklist_needed_use({ count: unsaved })}
        </Button>
      )}
      <Switch checked={item.is_each} onChange={(is_each) => change({ is_each })}>
        {m.checklist_need_each()}
      </Switch>
    </div>
  )
}

import { ChevronDown } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { countMissing } from '#domain/gear/promised.ts'
import type { ChecklistGroup, ChecklistItem } from '#domain/plan/checklist.ts'
import { pathOf } from '#domain/templates/own-parts.ts'
import { isPlaceholder, withoutPlaceholder } from '#domain/templates/placeholders.ts'
import * as m from '#messages'
import { PlaceholderText } from '#web/trip-core/editing/placeholder.tsx'
import { NeedText, needText } from '#web/trip-core/need-text.tsx'
import { AdoptButton, useIsSample, useIsSamplePart } from '#web/trip-core/sample/sample.tsx'
import { CheckBox, Tick } from '#web/ui/check-box.tsx'
import { UnbrokenAmounts } from '#web/ui/unbroken-amounts.tsx'

interface GroupProps {
  group: ChecklistGroup
  /** Which categories are open, by id. */
  openStates: Map<string, boolean>
  /** How many people have promised to bring, by item. */
  promised: ReadonlyMap<string, number>
  /** Without it ticks are read-only. */
  onTick: ((groupId: string, itemId: string, checked: boolean) => void) | undefined
  /** Whether the person may change the items, not only tick them. */
  canEdit: boolean
}

/**
 * A category and its items. A category that is all packed when the tab opens starts collapsed. It does not collapse
 * while somebody ticks its last item.
 */
export const ChecklistGroupCard = memo(function ChecklistGroupCard({
  group,
  openStates,
  promised,
  onTick,
  canEdit,
}: GroupProps) {
  const done = group.items.filter((item) => item.checked).length
  const isDone = group.items.length > 0 && done === group.items.length
  const [open, setOpen] = useState(() => openStates.get(group.id) ?? !isDone)
  useEffect(() => void openStates.set(group.id, open), [openStates, group.id, open])
  const isSample = useIsSample()
  const isOffered = group.items.length > 0 && group.items.every((item) => isSample(pathOf.item(group, item), item))
  return (
    <section
      aria-label={group.category}
      style={{ containIntrinsicBlockSize: `auto ${open ? 57 + 45 * group.items.length : 46}px` }}
      className={`skipped-off-screen card ${isOffered ? 'offered' : ''}`}
    >
      <h3 className="text-lg">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="touch flex w-full items-center gap-2 rounded-lg px-4 py-2 text-left hover:bg-action-soft"
        >
          <span className="flex min-w-0 grow flex-wrap items-center gap-x-2">
            <span className="min-w-0 grow basis-28">{group.category}</span>
            <span className={`shrink-0 text-sm tabular-nums ${isDone ? 'text-good' : 'text-muted'}`}>
              {isDone ? m.checklist_group_done() : m.checklist_group_progress({ done, total: group.items.length })}
            </span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className={`size-5 shrink-0 text-action transition-transform ${open ? 'rotate-180' : ''}`}
          />
        </button>
      </h3>
      {open && <UseCategory group={group} />}
      {open && (
        <ul className="border-t border-line px-4 py-1">
          {group.items.map((item, index) => (
            <ChecklistRow
              key={item.id}
              groupId={group.id}
              item={item}
              number={index + 1}
              promised={promised.get(item.id) ?? 0}
              onTick={onTick}
              canEdit={canEdit}
            />
          ))}
        </ul>
      )}
    </section>
  )
})

/** Offers a category of the sample, as long as something of it is one. */
function UseCategory({ group }: Pick<GroupProps, 'group'>) {
  const isSample = useIsSample()
  if (!group.items.some((item) => isSample(pathOf.item(group, item), item))) return null
  return (
    <div className="flex justify-end border-t border-line px-4 py-2">
      <AdoptButton
        part={`checklist/${group.id}`}
        text={m.plan_sample_use_category()}
        label={m.plan_sample_use_named({ name: group.category })}
      />
    </div>
  )
}

interface RowProps {
  groupId: string
  item: ChecklistItem
  /** Its number within the category: its name if it has none. */
  number: number
  /** How many people have promised to bring. */
  promised: number
  onTick: GroupProps['onTick']
  canEdit: boolean
}

const ChecklistRow = memo(function ChecklistRow({ groupId, item, number, promised, onTick, canEdit }: RowProps) {
  // A ticked item is not done while the group still lacks some of it.
  const isMissing = countMissing(item, promised) > 0
  const path = pathOf.item({ id: groupId }, item)
  const isSample = useIsSamplePart(path, item)
  // Placeholders are only for people who can overwrite them.
  const name = canEdit ? item.name : withoutPlaceholder('item', item.name) || m.checklist_item_number({ number })
  const hasNeed = isMissing || (!item.checked && needText(item, promised) !== '')
  return (
    <li className={`border-b border-line/60 last:border-b-0 ${isSample ? 'text-muted' : ''}`}>
      {/* With large text the button comes below the name, so that no word breaks. */}
      <div className="flex flex-wrap items-center gap-x-3 *:first:basis-32">
        {!onTick && (
          <Tick checked={item.checked} isStruck={!isMissing}>
            <UnbrokenAmounts text={name} />
          </Tick>
        )}
        {onTick && (
          <CheckBox
            label={name ? undefined : m.checklist_item_number({ number })}
            checked={item.checked}
            isStruck={!isMissing}
            onChange={(checked) => onTick(groupId, item.id, checked)}
          >
            {isPlaceholder('item', name) ? <PlaceholderText of="item" text={name} /> : <UnbrokenAmounts text={name} />}
          </CheckBox>
        )}
        {isSample && (
          <AdoptButton
            part={path}
            text={m.plan_sample_use_part()}
            label={m.plan_sample_use_named({ name: item.name || m.checklist_item_number({ number }) })}
          />
        )}
      </div>
      {hasNeed && (
        <p className="-mt-1 pb-2 pl-10 text-sm text-muted">
          <NeedText item={item} promised={promised} />
        </p>
      )}
    </li>
  )
})

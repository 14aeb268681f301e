import { Plus, Trash2 } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useRef,
  useState,
} from 'react'
import { MAX_ENTRIES } from '#domain/operations/apply.ts'
import {
  type ChecklistGroup,
  type ChecklistItem,
  MAX_CHECKLIST_TEXT,
  newChecklistItem,
} from '#domain/plan/checklist.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { insertPastedLines, type PastedLines } from '#web/trip-core/editing/pasted-lines.ts'
import { placeholderField } from '#web/trip-core/editing/placeholder.tsx'
import type { Draft } from '#web/trip-core/editing/use-draft.ts'
import { type FocusOn, useFocusOnAdded } from '#web/trip-core/editing/use-focus-on-added.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/check-box.tsx'
import { EditForm } from '#web/ui/edit-form.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LineArea } from '#web/ui/line-area.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { moveItem, ReorderList } from '#web/ui/reorder-list.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'

const NeedsDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./needs-dialog.tsx'))).NeedsDialog,
}))

type Change = Draft<ChecklistGroup[]>['change']

/** Edits a draft of the checklist, stored by 'Save Changes'. */
export function ChecklistEditor({ draft }: { draft: Draft<ChecklistGroup[]> }) {
  const [undo, setUndo] = useState<Undo>()
  const root = useRef<HTMLDivElement>(null)
  const focusOn = useFocusOnAdded(root)

  function addGroup() {
    const group = { id: newId(), category: m.checklist_category_new(), items: [] }
    draft.change((groups) => [...groups, group])
    focusOn(group.id)
  }

  return (
    <div ref={root}>
      <EditForm
        label={m.checklist_edit()}
        save={m.common_save_changes()}
        isChanged={draft.isChanged}
        onSave={draft.save}
        onCancel={draft.cancel}
      >
        <div className="grid columns-up-to-3 items-start gap-4">
          {draft.value.map((group, index) => (
            <EditedGroup
              key={group.id}
              index={index}
              group={group}
              change={draft.change}
              focusOn={focusOn}
              offerUndo={setUndo}
            />
          ))}
        </div>
        <Button variant="quiet" onClick={addGroup} className="justify-self-start">
          <Plus aria-hidden="true" className="size-5" />
          {m.checklist_add_category()}
        </Button>
      </EditForm>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </div>
  )
}

interface EditedGroupProps {
  index: number
  group: ChecklistGroup
  change: Change
  focusOn: FocusOn
  offerUndo: (undo: Undo) => void
}

/** A category of the draft. Memoized: a key press in one of many must not render them all. */
const EditedGroup = memo(function EditedGroup({ index, group, change, focusOn, offerUndo }: EditedGroupProps) {
  const { id, category, items } = group
  const changeItems = useCallback(
    (map: (items: ChecklistItem[]) => ChecklistItem[]) =>
      change((groups) => groups.map((other) => (other.id === id ? { ...other, items: map(other.items) } : other))),
    [change, id],
  )
  const addItem = useCallback(
    (at: number) => {
      const item = newChecklistItem(newId())
      changeItems((current) => withAt(current, at, item))
      focusOn(item.id)
    },
    [changeItems, focusOn],
  )
  const addPasted = useCallback(
    (item: ChecklistItem, { text, isTicked, more }: PastedLines) => {
      const added = more.map((line) => ({ ...newChecklistItem(newId()), name: line.text, checked: line.isTicked }))
      const pasted = { name: text, checked: item.checked || isTicked }
      const ids = new Set(added.map((entry) => entry.id))
      changeItems((current) =>
        current.flatMap((other) => (other.id === item.id ? [{ ...other, ...pasted }, ...added] : [other])),
      )
      focusOn(added.at(-1)?.id ?? item.id, 'end')
      const count = added.length + 1
      offerUndo({
        text: m.checklist_items_pasted({ count }),
        undo: () =>
          changeItems((current) =>
            current
              .filter((other) => !ids.has(other.id))
              .map((other) => (other.id === item.id ? { ...other, name: item.name, checked: item.checked } : other)),
          ),
      })
    },
    [changeItems, focusOn, offerUndo],
  )
  const { length } = items
  const [asksNeeds, setAsksNeeds] = useState(false)
  const changeItem = useCallback(
    (itemId: string, changed: Partial<ChecklistItem>) =>
      changeItems((current) => current.map((other) => (other.id === itemId ? { ...other, ...changed } : other))),
    [changeItems],
  )
  const drawItem = useCallback(
    (item: ChecklistItem, at: number, handle: ReactNode) => (
      <EditedItem
        item={item}
        number={at + 1}
        handle={handle}
        onPaste={(event) => {
          const pasted = insertPastedLines(event, MAX_CHECKLIST_TEXT, MAX_ENTRIES - length)
          if (pasted) addPasted(item, pasted)
        }}
        onChange={(changed) => changeItem(item.id, changed)}
        onRemove={() => {
          changeItems((current) => current.filter((other) => other.id !== item.id))
          offerUndo({
            text: item.name ? m.common_removed({ name: item.name }) : m.checklist_item_removed({ number: at + 1 }),
            undo: () => changeItems((current) => withAt(current, at, item)),
          })
        }}
        onEnter={() => addItem(at + 1)}
      />
    ),
    [changeItem, changeItems, addItem, addPasted, offerUndo, length],
  )

  function remove() {
    change((groups) => groups.filter((other) => other.id !== id))
    offerUndo({
      text: category ? m.common_removed({ name: category }) : m.checklist_category_removed({ number: index + 1 }),
      undo: () => change((current) => withAt(current, index, group)),
    })
  }

  return (
    <section
      aria-label={category || m.checklist_category_number({ number: index + 1 })}
      style={{ containIntrinsicBlockSize: `auto ${190 + 52 * items.length}px` }}
      className="skipped-off-screen card grid gap-2 p-3 sm:p-4"
    >
      <div className="flex items-end gap-1">
        <TextField
          label={m.checklist_category_label()}
          note={category ? undefined : m.checklist_category_unnamed()}
          className="grow"
          data-added={id}
          value={category}
          maxLength={MAX_CHECKLIST_TEXT}
          onChange={({ target }) =>
            change((groups) => groups.map((other) => (other.id === id ? { ...other, category: target.value } : other)))
          }
        />
        <IconButton
          icon={Trash2}
          label={m.checklist_category_delete_label({ category: category || index + 1 })}
          title={m.checklist_category_delete()}
          className="-mr-2"
          onClick={remove}
        />
      </div>
      <ReorderList
        items={items}
        nameOf={(item, index) => item.name || m.checklist_item_in_sentence({ number: index + 1 })}
        onMove={(itemId, index) => changeItems((current) => moveItem(current, itemId, index))}
        className="grid gap-1"
        itemClassName="bg-surface"
      >
        {drawItem}
      </ReorderList>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={() => addItem(items.length)}>
          <Plus aria-hidden="true" className="size-5" />
          {m.checklist_add_item()}
        </Button>
        {length > 0 && (
          <Button
            variant="quiet"
            aria-label={m.checklist_needs_label({ category: group.category || m.checklist_category_unnamed() })}
            onClick={() => setAsksNeeds(true)}
          >
            {m.checklist_needs()}
          </Button>
        )}
      </div>
      <Suspense>
        {asksNeeds && <NeedsDialog group={group} onChange={changeItem} onClose={() => setAsksNeeds(false)} />}
      </Suspense>
    </section>
  )
})

function withAt<Entry>(entries: readonly Entry[], index: number, entry: Entry): Entry[] {
  return [...entries.slice(0, index), entry, ...entries.slice(index)]
}

interface EditedItemProps {
  item: ChecklistItem
  /** Its number within the category: its name if it has none. */
  number: number
  handle: ReactNode
  onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void
  onChange: (changed: Partial<ChecklistItem>) => void
  onRemove: () => void
  onEnter: () => void
}

function EditedItem({ item, number, handle, onPaste, onChange, onRemove, onEnter }: EditedItemProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }
  return (
    <div className="flex items-start">
      {handle}
      <CheckBox
        label={item.name || m.checklist_item_number({ number })}
        checked={item.checked}
        onChange={(checked) => onChange({ checked })}
      />
      <LineArea
        label={m.checklist_item_name_label()}
        hideLabel
        className="min-w-0 grow"
        data-added={item.id}
        value={item.name}
        hint={item.name ? undefined : m.checklist_item_unnamed()}
        maxLength={MAX_CHECKLIST_TEXT}
        autoComplete="off"
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        {...placeholderField('item', item.name)}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <IconButton
        icon={Trash2}
        label={item.name ? m.common_delete_named({ name: item.name }) : m.checklist_item_delete_label({ number })}
        title={m.common_delete()}
        className="-mr-2"
        onClick={onRemove}
      />
    </div>
  )
}

import { type FormEvent, useId, useRef, useState } from 'react'
import type { GearGroup } from '#domain/gear/gear-items.ts'
import { type ChecklistItem, MAX_CHECKLIST_TEXT, newChecklistItem } from '#domain/plan/checklist.ts'
import { isBlank } from '#domain/text.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { NeedFields } from '#web/trip-core/need-fields.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface AddGearDialogProps {
  /** The categories of the checklist; without any, the item gets one of its own. */
  groups: readonly Pick<GearGroup, 'id' | 'category'>[]
  onAdd: (item: ChecklistItem, groupId: string | undefined) => void
  onClose: () => void
}

/** Adds an item to the checklist, with how many of it are needed. */
export function AddGearDialog({ groups, onAdd, onClose }: AddGearDialogProps) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const [item, setItem] = useState(() => ({ ...newChecklistItem(newId()), name: '' }))
  const [groupId, setGroupId] = useState(groups[0]?.id)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBlank(item.name)) return field.current?.focus()
    onAdd({ ...item, name: item.name.trim() }, groupId)
    onClose()
  }

  const footer = <FormFooter form={form} submit={m.common_add()} onCancel={onClose} />
  return (
    <Modal open onClose={onClose} title={m.gear_add()} footer={footer}>
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          ref={field}
          label={m.gear_add_name()}
          value={item.name}
          maxLength={MAX_CHECKLIST_TEXT}
          autoComplete="off"
          onChange={({ target }) => setItem({ ...item, name: target.value })}
        />
        {groups.length > 1 && (
          <Field label={m.gear_add_category()}>
            {(wiring) => (
              <select
                {...wiring}
                value={groupId}
                onChange={({ target }) => setGroupId(target.value)}
                className={fieldLook}
              >
                {groups.map(({ id, category }) => (
                  <option key={id} value={id}>
                    {category || m.checklist_category_unnamed()}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <section aria-label={m.gear_needed_title()} className="grid gap-2">
          <h3 className="text-base">{m.gear_needed_title()}</h3>
          <NeedFields
            name={item.name.trim() || m.gear_add_name()}
            item={item}
            onChange={(change) => setItem({ ...item, ...change })}
          />
        </section>
      </form>
    </Modal>
  )
}

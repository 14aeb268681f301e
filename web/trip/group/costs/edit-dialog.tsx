import { Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

interface EditDialogProps {
  title: string
  isNew: boolean
  isValid: boolean
  /** What has to end before it can be saved, as the label of the button; undefined for nothing. */
  waitsFor?: string | undefined
  /** Saves what is entered. Only called if it is valid. */
  onSave: () => void
  onRemove: (() => void) | undefined
  onCancel: () => void
  /** For Escape, or a press outside of the dialog. */
  onDismiss: () => void
  /** @param isTried whether somebody has tried to save: from then on the dialog says what is wrong */
  children: (isTried: boolean) => ReactNode
}

/** A dialog with a form that is saved as a whole. */
export function EditDialog(props: EditDialogProps) {
  const { title, isNew, isValid, waitsFor, onSave, onRemove, onCancel, onDismiss, children } = props
  const id = useId()
  const [tries, setTries] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const wrong = tries > 0 && form.current?.querySelector<HTMLElement>('[aria-invalid]')
    if (wrong) wrong.focus()
  }, [tries])
  const footer = (
    <div className="flex flex-wrap justify-end gap-3">
      {onRemove && (
        <Button variant="danger" className="mr-auto" aria-label={m.common_remove()} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-5" />
          <span className="max-sm:sr-only">{m.common_remove()}</span>
        </Button>
      )}
      <Button variant="quiet" onClick={onCancel}>
        {m.common_cancel()}
      </Button>
      <Button type="submit" form={id} busy={waitsFor !== undefined}>
        {waitsFor ?? (isNew ? m.common_add() : m.common_save())}
      </Button>
    </div>
  )
  return (
    <Modal open onClose={onDismiss} title={title} footer={footer}>
      <form
        ref={form}
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isValid) onSave()
          else setTries(tries + 1)
        }}
      >
        {children(tries > 0)}
      </form>
    </Modal>
  )
}

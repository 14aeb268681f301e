import { Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

interface EntryDialogProps {
  title: string
  isNew: boolean
  /** The label of the button that removes the entry. */
  remove: string
  /** Adds what is entered; of an entry that is edited in place nothing is left to do. */
  onAdd: () => void
  onRemove: () => void
  onClose: () => void
  /** Whether all that is entered is right. */
  isValid: boolean
  children: ReactNode
}

/** A dialog that adds a car or a bed, or edits one in place. */
export function EntryDialog({ title, isNew, remove, onAdd, onRemove, onClose, isValid, children }: EntryDialogProps) {
  const form = useId()
  const footer = (
    <div className="flex flex-wrap justify-end gap-3">
      {isNew ? (
        <Button variant="quiet" onClick={onClose}>
          {m.common_cancel()}
        </Button>
      ) : (
        <Button variant="danger" className="mr-auto" onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-5" />
          {remove}
        </Button>
      )}
      <Button type="submit" form={form}>
        {isNew ? m.common_add() : m.common_done()}
      </Button>
    </div>
  )
  return (
    <Modal open onClose={onClose} title={title} footer={footer}>
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isValid) (isNew ? onAdd : onClose)()
        }}
      >
        {children}
      </form>
    </Modal>
  )
}

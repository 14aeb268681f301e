import { CircleAlert, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

interface EditDialogProps {
  title: string
  description?: string | undefined
  /** Above the buttons, where it is always in sight: what somebody has to know before they save. */
  notice?: ReactNode
  isNew: boolean
  isValid: boolean
  /** Whether the person has lost the right to save it. They can still read and copy what they entered. */
  isBlocked?: boolean
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
  const {
    title,
    description,
    notice,
    isNew,
    isValid,
    isBlocked,
    waitsFor,
    onSave,
    onRemove,
    onCancel,
    onDismiss,
    children,
  } = props
  const id = useId()
  const [tries, setTries] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const wrong = tries > 0 && form.current?.querySelector<HTMLElement>(`[aria-invalid], [${wrongMark}]`)
    if (!wrong) return
    wrong.focus()
    // With what is wrong, which is below the field.
    wrong.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [tries])
  const footer = (
    <div className="flex flex-wrap justify-end gap-3">
      {notice && <div className="w-full">{notice}</div>}
      {onRemove && !isBlocked && (
        <Button variant="danger" className="mr-auto" aria-label={m.common_remove()} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-5" />
          <span className="max-sm:sr-only">{m.common_remove()}</span>
        </Button>
      )}
      <Button variant="quiet" onClick={onCancel}>
        {m.common_cancel()}
      </Button>
      {!isBlocked && (
        <Button type="submit" form={id} busy={waitsFor !== undefined}>
          {waitsFor ?? (isNew ? m.common_add() : m.common_save())}
        </Button>
      )}
    </div>
  )
  return (
    <Modal open onClose={onDismiss} {...{ title, description, footer }}>
      <form
        ref={form}
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isBlocked) return
          if (isValid) onSave()
          else setTries(tries + 1)
        }}
      >
        {children(tries > 0)}
      </form>
    </Modal>
  )
}

const wrongMark = 'data-wrong'

/** What is wrong with several fields together. */
export function Wrong({ children }: { children: string }) {
  return (
    <p {...{ [wrongMark]: '' }} tabIndex={-1} className="flex items-start gap-1.5 text-sm text-danger">
      <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
      {children}
    </p>
  )
}

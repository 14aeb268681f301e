import * as m from '#messages'
import { Button } from './button.tsx'

interface FormFooterProps {
  /** The id of the form in the dialog. */
  form: string
  /** The label of the button that submits the form. */
  submit: string
  busy?: boolean
  /** Whether the buttons may take two rows, for a long label. */
  wraps?: boolean
  /** What the other button is called if it does not close the dialog, but leads to the step before. */
  back?: string
  onCancel: () => void
}

/** The buttons of a dialog with a form: Cancel, and the one that submits it. */
export function FormFooter({ form, submit, busy = false, wraps = false, back, onCancel }: FormFooterProps) {
  return (
    <div className={`flex justify-end gap-3 ${wraps ? 'flex-wrap' : ''}`}>
      <Button variant="quiet" onClick={onCancel}>
        {back ?? m.common_cancel()}
      </Button>
      <Button type="submit" form={form} busy={busy}>
        {submit}
      </Button>
    </div>
  )
}

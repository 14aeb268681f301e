import type { ReactNode } from 'react'
import * as m from '#messages'
import { Button } from './button.tsx'
import { SaveBar } from './save-bar.tsx'

interface EditFormProps {
  /** Names the form for screen readers: 'Edit checklist'. */
  label: string
  /** The word of the button that saves. */
  save: string
  onSave: () => void
  onCancel: () => void
  children: ReactNode
}

/** The edit mode of a tab: its fields, and the bar with Cancel and Save. Alike in all tabs that have one. */
export function EditForm({ label, save, onSave, onCancel, children }: EditFormProps) {
  return (
    <form
      aria-label={label}
      // Every value can be saved: fields say themselves what they leave out.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog's own form also reports here, through its portal.
        if (event.target === event.currentTarget) onSave()
      }}
      className="grid gap-4"
    >
      {children}
      <SaveBar>
        <Button variant="quiet" onClick={onCancel}>
          {m.common_cancel()}
        </Button>
        <Button type="submit">{save}</Button>
      </SaveBar>
    </form>
  )
}

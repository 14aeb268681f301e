import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import * as m from '#messages'
import { Button } from './button.tsx'
import { SaveBar } from './save-bar.tsx'

interface EditFormProps {
  /** Names the form for screen readers: 'Edit checklist'. */
  label: string
  /** The word of the button that saves. */
  save: string
  /** Whether anything would be lost by Cancel. */
  isChanged: boolean
  onSave: () => void
  onCancel: () => void
  children: ReactNode
}

/**
 * The edit mode of a tab: its fields, and the bar with Cancel and Save. The same in all tabs that have one. Escape
 * is Cancel as long as nothing is changed or typed.
 */
export function EditForm({ label, save, isChanged, onSave, onCancel, children }: EditFormProps) {
  // Some fields don't pass on half-typed or invalid input.
  const isTyped = useRef(false)

  function onKeyDown({ key, target, currentTarget, nativeEvent, defaultPrevented }: KeyboardEvent) {
    // The keys in a menu or dialog also report here, through its portal.
    const isHere = currentTarget.contains(target as Element)
    if (key === 'Escape' && isHere && !isChanged && !isTyped.current && !nativeEvent.isComposing && !defaultPrevented)
      onCancel()
  }

  return (
    <form
      aria-label={label}
      // Every value can be saved: fields say themselves what they leave out.
      noValidate
      onInput={() => {
        isTyped.current = true
      }}
      onClick={showPressedField}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog's own form also reports here, through its portal.
        if (event.target === event.currentTarget) onSave()
      }}
      className="grid grid-cols-1 gap-4"
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

/**
 * Browsers scroll a field clear of the buttons below if the focus moves to it by the keyboard, but not if it is
 * pressed. Also in modal.tsx, which is in another chunk.
 */
export function showPressedField({ target }: MouseEvent) {
  if (target === document.activeElement) (target as Element).scrollIntoView({ block: 'nearest' })
}

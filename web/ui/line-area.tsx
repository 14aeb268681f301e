import type { ChangeEvent, ComponentProps, KeyboardEvent } from 'react'
import { TextArea } from './text-area.tsx'

/** A text without line breaks that wraps over as many rows as it needs. Takes all props of `TextArea`. */
export function LineArea({ className = '', onKeyDown, onChange, ...rest }: ComponentProps<typeof TextArea>) {
  return (
    <TextArea
      {...rest}
      className={`*:[textarea]:resize-none ${className}`}
      onKeyDown={(event: KeyboardEvent<HTMLTextAreaElement>) => {
        onKeyDown?.(event)
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
      }}
      onChange={(event: ChangeEvent<HTMLTextAreaElement>) => {
        const { target } = event
        // Pasted line breaks. The caret stays: a space is as long as a line break.
        const { value, selectionStart, selectionEnd } = target
        if (value.includes('\n')) {
          target.value = value.replaceAll('\n', ' ')
          target.setSelectionRange(selectionStart, selectionEnd)
        }
        onChange?.(event)
      }}
    />
  )
}

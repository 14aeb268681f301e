import type { ChangeEvent, ComponentProps, KeyboardEvent } from 'react'
import { TextArea } from './text-area.tsx'

/** A text of one line, however many lines it takes to show it. Takes everything that a `TextArea` takes. */
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
        // Of what was pasted. The caret stays: a space is as long as the end of a line.
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

import type { ComponentProps } from 'react'

/** A quiet button within a card: only words, with the height of a touch target. */
export function TextButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={`touch -mx-2 inline-flex items-center gap-1.5 rounded-md px-2 text-left text-sm font-semibold text-action hover:bg-action-soft ${className}`}
    />
  )
}

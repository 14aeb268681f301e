import type { ComponentProps } from 'react'

interface TextButtonProps extends ComponentProps<'button'> {
  /** One in each row of a list: its text is not bold. */
  isInRow?: boolean
}

/** A quiet button within a card: only words, with the height of a touch target. */
export function TextButton({ isInRow = false, className = '', ...rest }: TextButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`touch -mx-2 inline-flex items-center gap-1.5 rounded-md px-2 text-left text-sm text-action hover:bg-action-soft ${isInRow ? '' : 'font-semibold'} ${className}`}
    />
  )
}

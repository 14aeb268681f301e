import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: LucideIcon
  /** What it does: the accessible name. Pass `title` too if it should appear as a tooltip. */
  label: string
  tone?: 'quiet' | 'danger'
}

const tones = {
  quiet: 'text-action hover:bg-action-soft',
  danger: 'text-danger hover:bg-danger-soft',
}

/**
 * For a button beside a text that is mostly read: it appears when a pointer is over the `group` or the keyboard reaches
 * it. On a touch screen, where nothing hovers, the text has to be opened first.
 */
export const seenInUse = 'opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:hidden'

/** A button with only an icon, large enough for a thumb. */
export function IconButton({
  icon: Icon,
  label,
  tone = 'quiet',
  className = '',
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={`touch inline-grid shrink-0 place-items-center rounded-md transition-colors disabled:text-muted disabled:opacity-60 aria-disabled:text-muted aria-disabled:opacity-60 ${tones[tone]} ${className}`}
    >
      <Icon aria-hidden="true" className="size-5.5" />
    </button>
  )
}

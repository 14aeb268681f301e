import type { ComponentProps } from 'react'

const looks = {
  primary: 'groove bg-action text-on-action hover:bg-action-strong active:bg-action-strong',
  quiet: 'border border-edge bg-surface text-action hover:bg-action-soft active:bg-action-soft',
  danger: 'border border-danger bg-surface text-danger hover:bg-danger-soft active:bg-danger-soft',
}

type Variant = keyof typeof looks

/** The class names of a button, also for a link that looks like one. */
export const buttonLook = (variant: Variant): string =>
  `sign touch [&>svg]:shrink-0 inline-flex max-w-full items-center justify-center gap-2 rounded-md px-[min(1rem,20px)] py-2 text-base leading-tight wrap-break-word transition-colors ${looks[variant]}`

type ButtonProps = ComponentProps<'button'> & {
  /** primary: the main action here; quiet: everything else; danger: whatever removes something. */
  variant?: Variant
  /** An action is running: the button cannot be pressed again. The caller supplies the label ('Saving...'). */
  busy?: boolean
}

/** Takes all props of a `<button>`; its type is 'button' by default. */
export function Button({
  variant = 'primary',
  busy = false,
  className = '',
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      // Not `disabled`: the button would lose the focus while it is busy.
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${buttonLook(variant)} not-aria-busy:disabled:border-line not-aria-busy:disabled:bg-line/60 not-aria-busy:disabled:text-muted not-aria-busy:disabled:[box-shadow:none] aria-busy:cursor-progress aria-busy:animate-breathe ${className}`}
    />
  )
}

import type { ReactNode } from 'react'

interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Its last change is still being saved: it cannot be switched again until then. */
  busy?: boolean
  /** Describes the current state. The whole row can be pressed. */
  children: ReactNode
}

/** Switches something on or off at once. Uses a native checkbox. */
export function Switch({ checked, onChange, busy = false, children }: SwitchProps) {
  return (
    <label className="touch relative flex items-center gap-3 py-1.5">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-busy={busy || undefined}
        onChange={(event) => busy || onChange(event.target.checked)}
        className="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0 disabled:cursor-default aria-busy:cursor-progress"
      />
      <span
        aria-hidden="true"
        className="flex h-8 w-14 shrink-0 items-center rounded-full border-2 border-edge bg-raised px-0.5 transition-colors *:bg-edge peer-checked:justify-end peer-checked:border-action peer-checked:bg-action peer-checked:*:bg-on-action peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-disabled:opacity-60 peer-aria-busy:opacity-60"
      >
        <span className="size-5.5 rounded-full" />
      </span>
      <span className="min-w-0">{children}</span>
    </label>
  )
}

import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import * as m from '#messages'

interface CheckBoxProps {
  checked: boolean
  /** Whether its text is struck out once it is checked. */
  isStruck?: boolean
  onChange: (checked: boolean) => void
  /** The visible label; without it pass `label`. */
  children?: ReactNode
  label?: string | undefined
}

const box = 'grid size-7 shrink-0 place-items-center rounded-sm border-2 [print-color-adjust:exact]'

/** Rendered only in ticked boxes: a checklist would have a hundred invisible marks. */
const TickMark = () => <Check aria-hidden="true" className="size-5" strokeWidth={3} />

export function Tick({ checked, isStruck = true, children }: Pick<CheckBoxProps, 'checked' | 'isStruck' | 'children'>) {
  return (
    <p className="touch flex min-w-0 grow items-center gap-3 py-1.5">
      <span
        role="img"
        aria-label={checked ? m.common_tick_done() : m.common_tick_to_do()}
        className={`${box} ${checked ? 'border-action bg-action text-on-action' : 'border-line'}`}
      >
        {checked && <TickMark />}
      </span>
      <span className={`min-w-0 ${checked && isStruck ? 'text-muted line-through' : ''}`}>{children}</span>
    </p>
  )
}

/** A large native checkbox. The whole row can be pressed. */
export function CheckBox({ checked, isStruck = true, onChange, children, label }: CheckBoxProps) {
  return (
    <label
      className={`touch relative flex items-center py-1.5 ${children === undefined ? 'shrink-0 justify-center' : 'min-w-0 grow gap-3'}`}
    >
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-label={label}
        className="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0"
      />
      <span
        aria-hidden="true"
        className={`${box} border-edge bg-raised peer-checked:border-action peer-checked:bg-action peer-checked:text-on-action peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus`}
      >
        {checked && <TickMark />}
      </span>
      {children && (
        <span className={`min-w-0 ${isStruck ? 'peer-checked:text-muted peer-checked:line-through' : ''}`}>
          {children}
        </span>
      )}
    </label>
  )
}

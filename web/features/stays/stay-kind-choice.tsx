import { useId } from 'react'
import { type StayKind, stayKinds } from '#domain/plan/stays.ts'
import * as m from '#messages'
import { stayLooks } from './stay-kinds.ts'
import { kindName } from './stay-words.ts'

interface StayKindChoiceProps {
  value: StayKind
  onChange: (value: StayKind) => void
}

/** What it is, each kind with its icon, its word and, when selected, its colour. Uses native radio buttons. */
export function StayKindChoice({ value, onChange }: StayKindChoiceProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{m.stays_kind_label()}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.25rem),1fr))] gap-2">
        {stayKinds.map((kind) => {
          const { icon: Icon, chosen } = stayLooks[kind]
          return (
            <label
              key={kind}
              className={`sign touch relative flex items-center justify-center gap-2 rounded-md border border-edge bg-raised px-2 py-1 text-sm leading-tight transition-colors hover:border-action has-checked:border-transparent has-checked:text-on-ticket has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${chosen}`}
            >
              <input
                type="radio"
                name={name}
                value={kind}
                checked={kind === value}
                onChange={() => onChange(kind)}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              {kindName(kind)}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

import { Search } from 'lucide-react'
import { fieldLook } from './field.tsx'

interface SearchFieldProps {
  /** For screen readers. */
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/** A field that narrows the list below it while somebody types. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  return (
    <label className="relative min-w-0 grow basis-20 sm:basis-40">
      <span className="sr-only">{label}</span>
      {/* A phone has no room for the icon. */}
      <Search aria-hidden="true" className="absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted max-sm:hidden" />
      <input
        type="search"
        value={value}
        placeholder={placeholder}
        enterKeyHint="search"
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
        className={`${fieldLook} sm:pl-10`}
      />
    </label>
  )
}

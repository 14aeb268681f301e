import { useId } from 'react'

interface ChipsProps<Word extends string> {
  legend: string
  words: readonly Word[]
  nameOf: (word: Word) => string
  ticked: Partial<Record<Word, boolean>>
  error?: string | undefined
  onChange: (changed: Partial<Record<Word, boolean>>) => void
}

/** Chips to select several options. Uses native checkboxes. */
export function Chips<Word extends string>({ legend, words, nameOf, ticked, error, onChange }: ChipsProps<Word>) {
  const id = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {words.map((word, index) => (
          <label
            key={word}
            className="touch relative inline-flex items-center rounded-full border border-edge bg-raised px-3.5 text-sm transition-colors hover:border-action has-checked:border-action has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="checkbox"
              {...(error && index === 0 && { 'aria-invalid': true, 'aria-describedby': id })}
              checked={ticked[word] ?? false}
              onChange={({ target }) => onChange({ [word]: target.checked } as Partial<Record<Word, boolean>>)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {nameOf(word)}
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

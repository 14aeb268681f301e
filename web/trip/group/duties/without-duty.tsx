import { useState } from 'react'
import * as m from '#messages'
import { listText } from '../shopping/row-words.ts'

/** More names than this are shown when somebody asks for them. */
const MAX_SHOWN = 6

/** Who has no duty yet. */
export function WithoutDuty({ names }: { names: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false)
  if (names.length === 0) return null
  const isLong = names.length > MAX_SHOWN
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm">
      <p className="min-w-0 wrap-anywhere">
        {isLong && !isOpen
          ? m.duties_without_count({ count: names.length })
          : m.duties_without({ people: listText(names) })}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="touch text-action underline underline-offset-4"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? m.duties_without_hide() : m.duties_without_show()}
        </button>
      )}
    </div>
  )
}

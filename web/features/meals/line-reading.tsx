import { lazy, Suspense, useState } from 'react'
import { isFilled, textToRead } from '#domain/food/food-plan.ts'
import { readLine } from '#domain/food/read-line.ts'
import type { MealBasis } from '#domain/food/scale.ts'
import { wordsFor } from '#domain/food/written-for.ts'
import type { Line } from '#domain/plan/meals.ts'
import type { Party } from '#domain/plan/people.ts'
import * as m from '#messages'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { forWhomWords, markedNames, readingWords } from './food-words.ts'
import { LineQuestion } from './line-question.tsx'

const LineDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./line-dialog.tsx'))).LineDialog,
}))

/** What editing a line needs to know about those who eat. */
export interface LineFood extends MealBasis {
  parties: readonly Party[]
}

interface LineReadingProps {
  line: Line
  food: LineFood
  onChange: (change: Partial<Line>) => void
}

/** How a line was read and for whom it is, in one row. Pressing it opens what can be corrected. */
export function LineReading({ line, food, onChange }: LineReadingProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isFilled(line)) return null
  const reading = summaryOf(line, food)
  const contents = markedNames(line)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="touch block w-full rounded-md px-1.5 py-1 text-left text-sm leading-snug text-muted underline decoration-dotted underline-offset-4 hover:bg-action-soft"
        onClick={() => setIsOpen(true)}
      >
        {contents === '' ? reading : m.food_line_read_contains({ reading, contents })}
      </button>
      <LineQuestion line={line} servings={food.servings} onChange={onChange} />
      <Suspense>{isOpen && <LineDialog {...{ line, food, onChange }} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}

function summaryOf(line: Line, { parties, eaters, servings }: LineFood): string {
  if (line.for_whom === 'not_counted') return m.food_line_not_counted()
  const read = readLine(textToRead(line))
  const reading = readingWords(read)
  if (reading === '') return m.food_line_not_read()
  // For a couple, everything is for everyone.
  if (line.for_whom === 'everyone' && eaters.guests.length <= 2) return reading
  const summary = m.food_line_read({ reading, whom: forWhomWords(line, parties) })
  const words = line.for_whom === 'everyone' ? wordsFor(read, servings) : 0
  if (words > 0 && words < servings) return `${summary}. ${m.food_line_for_not_counted({ count: words })}`
  return words > servings ? `${summary} · ${m.food_line_written_note({ count: words })}` : summary
}

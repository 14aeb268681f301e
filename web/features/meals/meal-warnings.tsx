import { ChevronDown, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { isAllergy } from '#domain/food/warned-people.ts'
import type { Warning } from '#domain/food/warnings.ts'
import { groupBy } from '#domain/group-by.ts'
import { type Line, newLine } from '#domain/plan/meals.ts'
import { dayName, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { NotFor } from '#web/trip-core/not-for.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { warningText } from './food-words.ts'

interface MealWarningsProps {
  warnings: readonly Warning[]
  /** Those of the meal. */
  lines: readonly Line[]
}

/** Who at a meal cannot eat what, and why: allergies first. More than one warning is one line that opens. */
export function MealWarnings({ warnings, lines }: MealWarningsProps) {
  const [first] = warnings
  if (!first) return null
  const lineOf = (lineId: string) => lines.find(({ id }) => id === lineId) ?? newLine(lineId, '')
  if (warnings.length === 1) {
    return (
      <p data-warned={first.person.id} tabIndex={-1} className={`flex gap-1.5 py-1.5 text-sm ${lookOf(first)}`}>
        {isAllergy(first) && <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
        <span className="min-w-0">{warningText(first, lineOf(first.line))}</span>
      </p>
    )
  }
  const sorted = [...warnings.filter(isAllergy), ...warnings.filter((warning) => !isAllergy(warning))]
  return (
    <details className="group text-sm">
      <summary className="touch flex cursor-pointer list-none items-start gap-2 rounded-md py-2 [&::-webkit-details-marker]:hidden">
        <NotFor warnings={warnings} className="grow" />
        <ChevronDown
          aria-hidden="true"
          className="mt-0.5 size-5 shrink-0 text-action transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="mb-2 grid gap-1">
        {sorted.map((warning) => (
          <li
            key={`${warning.line} ${warning.person.id}`}
            data-warned={warning.person.id}
            tabIndex={-1}
            className={lookOf(warning)}
          >
            {warningText(warning, lineOf(warning.line))}
          </li>
        ))}
      </ul>
    </details>
  )
}

const lookOf = (warning: Warning) => (isAllergy(warning) ? 'text-warn' : 'text-muted')

interface WarningSummaryProps {
  warnings: readonly Warning[]
  dates: TripDates
  onSelect: (day: number, personId: string) => void
}

/** On top of the meal plan: who has warnings, and on which days. */
export function WarningSummary({ warnings, dates, onSelect }: WarningSummaryProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (warnings.length === 0) return null
  const people = [...groupBy(warnings, ({ person }) => person.id).values()]
  return (
    <div className="grid gap-2">
      <Notice
        tone="warn"
        icon={TriangleAlert}
        action={
          <button
            type="button"
            aria-expanded={isOpen}
            className="sign touch shrink-0 rounded-md border border-edge px-3 text-action hover:bg-action-soft"
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? m.food_warnings_hide() : m.food_warnings_show()}
          </button>
        }
      >
        <p>{m.food_warnings_count({ people: people.length })}</p>
        {!isOpen && <p className="text-muted sm:hidden">{m.food_warnings_check()}</p>}
        <p className={`text-muted ${isOpen ? '' : 'max-sm:hidden'}`}>{m.food_warnings_help()}</p>
      </Notice>
      {isOpen && (
        <ul className="card px-4 py-1 text-sm">
          {people.map((own) => (
            <li key={own[0]?.person.id} className="flex flex-wrap items-center gap-x-3">
              <span>{own[0]?.person.name.trim() || m.group_person_no_name()}</span>
              {[...new Set(own.map(({ day }) => day))].map((day) => (
                <button
                  key={day}
                  type="button"
                  className="touch text-action underline underline-offset-4"
                  onClick={() => onSelect(day, own[0]?.person.id ?? '')}
                >
                  {dayName(dates, day)}
                </button>
              ))}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

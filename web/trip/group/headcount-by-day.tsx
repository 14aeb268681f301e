import type { Headcount } from '#domain/headcount.ts'
import { mealTypes } from '#domain/plan/day-parts.ts'
import * as m from '#messages'
import { Panel } from '#web/ui/panel.tsx'

interface HeadcountByDayProps {
  headcount: Headcount
  nameless: number
  labelOf: (day: number) => string
}

export function HeadcountByDay({ headcount, nameless, labelOf }: HeadcountByDayProps) {
  const days = Object.entries(headcount.days)
  if (headcount.coming === 0 || days.length === 0) return null
  const { children, unsure } = headcount
  const remarks = [
    children > 0 && m.group_headcount_children({ children }),
    nameless > 0 && m.group_headcount_nameless({ nameless }),
    unsure > 0 && m.group_headcount_unsure({ unsure }),
  ]
  return (
    <Panel title={m.group_headcount_title()}>
      <table className="w-full border-collapse text-left tabular-nums">
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <th scope="col" className="py-1.5 pr-2 font-semibold">
              {m.group_headcount_day()}
            </th>
            {mealTypes.map((meal) => (
              <th key={meal} scope="col" className="px-1 py-1.5 text-center font-semibold capitalize">
                {m.group_headcount_meal({ meal })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(([day, meals]) => (
            <tr key={day} className="border-b border-line/60 last:border-b-0">
              <th scope="row" className="py-2 pr-2 font-normal">
                {/* May break between day and date, not within the date. */}
                {labelOf(Number(day))
                  .split(/(?<= · )/)
                  .map((part) => (
                    <span key={part} className="inline-block whitespace-pre">
                      {part}
                    </span>
                  ))}
              </th>
              {mealTypes.map((meal) => (
                <td key={meal} className="px-1 py-2 text-center font-semibold">
                  {meals[meal]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-sm text-muted">{remarks.filter(Boolean).join(' ')}</p>
    </Panel>
  )
}

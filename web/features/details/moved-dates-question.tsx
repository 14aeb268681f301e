import { CalendarDays } from 'lucide-react'
import { useId, useState } from 'react'
import { findDatedMeal, isUnsettled, keepDates, moveWithTrip } from '#domain/change-stay.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { listPersons, type Party, type Person } from '#domain/plan/people.ts'
import { formatDay } from '#domain/trip-days.ts'
import * as m from '#messages'
import type { EditableSection } from '#web/data/trips/use-section.ts'
import { nameOf } from '#web/trip-core/people/person-words.ts'
import { Button } from '#web/ui/button.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'

interface MovedDatesQuestionProps {
  parties: readonly Party[]
  departure: LocalDate
  edit: EditableSection<'people'>['edit']
}

/** Whether the days that people gave keep their dates or move with the trip. Until somebody chooses, they keep them. */
export function MovedDatesQuestion({ parties, departure, edit }: MovedDatesQuestionProps) {
  const [undo, setUndo] = useState<Undo>()
  const title = useId()
  const unsettled = listPersons(parties).filter((person) => isUnsettled(person, departure))
  const [first] = unsettled

  function settle(text: string, change: (person: Person, departure: LocalDate) => Person) {
    const settleAll = (current: Party[]) =>
      current.map((party) => ({ ...party, persons: party.persons.map((person) => change(person, departure)) }))
    setUndo({ text, undo: edit(settleAll, 'at-once') })
  }

  return (
    <div className="col-span-full">
      {first && (
        <section
          aria-labelledby={title}
          className="grid gap-3 rounded-md border border-dashed border-warn bg-warn-soft p-4"
        >
          <div className="flex gap-3">
            <CalendarDays aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warn" />
            <div className="grid min-w-0 gap-1">
              <h3 id={title} className="font-semibold">
                {m.details_moved_title()}
              </h3>
              <p className="text-sm text-pretty">
                {m.details_moved_what({ count: unsettled.length, name: nameOf(first), date: formatDay(departure) })}
              </p>
            </div>
          </div>
          <div className="grid gap-2">
            <Choice
              text={m.details_moved_keep()}
              example={exampleOf(first, keepDates(first, departure))}
              onChoose={() => settle(m.details_moved_kept(), keepDates)}
            />
            <Choice
              text={m.details_moved_move()}
              example={exampleOf(first, moveWithTrip(first, departure))}
              onChoose={() => settle(m.details_moved_moved(), moveWithTrip)}
            />
          </div>
          <p className="text-sm text-pretty text-muted">{m.details_moved_hint()}</p>
        </section>
      )}
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </div>
  )
}

/** What a choice means for one of the people: 'Dinner on Fri, Aug 13 becomes dinner on Sat, Aug 14'. */
function exampleOf(before: Person, after: Person): string {
  const [was, is] = [findDatedMeal(before), findDatedMeal(after)]
  if (!was || !is) return ''
  return was.date === is.date
    ? m.details_moved_keep_example({ meal: was.meal, date: formatDay(was.date) })
    : m.details_moved_move_example({ meal: was.meal, was: formatDay(was.date), date: formatDay(is.date) })
}

function Choice({ text, example, onChoose }: { text: string; example: string; onChoose: () => void }) {
  return (
    <Button variant="quiet" className="justify-start text-left" onClick={onChoose}>
      <span className="grid">
        <span>{text}</span>
        <span className="text-sm font-normal text-pretty text-muted">{example}</span>
      </span>
    </Button>
  )
}

import { useId } from 'react'
import * as m from '#messages'
import { showEntry } from '#web/trip-core/linked-entry.ts'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { placedTitle } from './duty-words.ts'
import type { DutiesView } from './use-duties.ts'

/** The current user's duties, above the days of all: each leads to its row. */
export function OwnDuties({ list, me, dates }: Pick<DutiesView, 'list' | 'dates'> & { me: string }) {
  const heading = useId()
  const own = list.filter(({ on, waiting }) => on.includes(me) || waiting.includes(me))
  if (own.length === 0) return null
  return (
    <section aria-labelledby={heading} className="card px-4 py-2 print:hidden">
      <h3 id={heading} className="text-base">
        {m.duties_own()}
      </h3>
      <ul className="flex flex-wrap gap-x-5">
        {own.map(({ duty, on }) => {
          const name = placedTitle(duty, dates)
          return (
            <li key={duty.id} className="min-w-0">
              <TextButton onClick={() => showEntry(document.getElementById(duty.id))}>
                <span className="min-w-0 wrap-anywhere">{on.includes(me) ? name : m.duties_waits({ name })}</span>
              </TextButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

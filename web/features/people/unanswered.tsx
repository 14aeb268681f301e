import { type ReactNode, Suspense, useState } from 'react'
import { canManagePeople, canSeePeople, identityOf } from '#domain/access.ts'
import { listText } from '#domain/list-text.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { nameOf } from '#web/trip-core/people/person-words.ts'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { page } from '#web/ui/loading/page.tsx'

const ReminderDialog = page(() => import('./reminder-dialog.tsx').then((module) => module.ReminderDialog))

/** With more people than this, only some are named: pressing the number of answers shows all. */
const MAX_NAMED = 4

interface UnansweredProps {
  trip: Trip
  parties: readonly Party[]
  /** Not on the days of the trip: then it is too late to ask. */
  mayRemind: boolean
  /** What else can be done, next to writing a reminder. */
  children: ReactNode
}

/** The people outside of the current user's party who have not answered. Organizers can write a reminder. */
export function Unanswered({ trip, parties, mayRemind, children }: UnansweredProps) {
  const [isWriting, setIsWriting] = useState(false)
  const { party_id } = identityOf(useUser(), trip)
  const others = listPersons(canSeePeople(trip) ? parties.filter(({ id }) => id !== party_id) : [])
  const names = others.filter(({ coming }) => coming === 'open').map(nameOf)
  return (
    <div className="-mb-2">
      {names.length > 0 && (
        // With many, a phone shows only their number: pressing it shows who they are.
        <section
          aria-label={m.group_unanswered_title()}
          className={`pt-1 ${names.length > MAX_NAMED ? 'max-sm:hidden' : ''}`}
        >
          <p className="text-sm wrap-anywhere">
            <span className="text-muted">{m.group_unanswered_title()}</span>{' '}
            {names.length > MAX_NAMED
              ? m.group_unanswered_more({
                  names: names.slice(0, MAX_NAMED - 1).join(', '),
                  count: names.length - MAX_NAMED + 1,
                })
              : listText(names)}
          </p>
        </section>
      )}
      <div className="flex flex-wrap items-center gap-x-6">
        {mayRemind && names.length > 0 && canManagePeople(trip) && (
          <TextButton onClick={() => setIsWriting(true)}>{m.group_reminder_write()}</TextButton>
        )}
        {children}
      </div>
      <Suspense>
        {isWriting && <ReminderDialog trip={trip} names={names} onClose={() => setIsWriting(false)} />}
      </Suspense>
    </div>
  )
}

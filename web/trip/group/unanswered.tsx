import { Suspense, useState } from 'react'
import { canManagePeople, placeOf } from '#domain/access.ts'
import { listText } from '#domain/list-text.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { page } from '#web/loading/page.tsx'
import { nameOf } from './person-words.ts'
import { TextButton } from './text-button.tsx'

const ReminderDialog = page(() => import('./reminder-dialog.tsx').then((module) => module.ReminderDialog))

/** With more people than this, only some are named: pressing the number of answers shows all. */
const MAX_NAMED = 4

/** The people outside of the current user's party who have not answered. Organizers can write a reminder. */
export function Unanswered({ trip, parties }: { trip: Trip; parties: readonly Party[] }) {
  const [isWriting, setIsWriting] = useState(false)
  const { party_id } = placeOf(useUser(), trip)
  const others = listPersons(parties.filter(({ id }) => id !== party_id))
  const names = others.filter(({ coming }) => coming === 'open').map(nameOf)
  if (names.length === 0) return null
  return (
    <section aria-label={m.group_unanswered_title()} className="flex min-w-0 flex-wrap items-center gap-x-4">
      <p className="min-w-0 text-sm wrap-anywhere">
        <span className="text-muted">{m.group_unanswered_title()}</span>{' '}
        {names.length > MAX_NAMED
          ? m.group_unanswered_more({
              names: names.slice(0, MAX_NAMED - 1).join(', '),
              count: names.length - MAX_NAMED + 1,
            })
          : listText(names)}
      </p>
      {canManagePeople(trip) && <TextButton onClick={() => setIsWriting(true)}>{m.group_reminder_write()}</TextButton>}
      <Suspense>
        {isWriting && <ReminderDialog trip={trip} names={names} onClose={() => setIsWriting(false)} />}
      </Suspense>
    </section>
  )
}

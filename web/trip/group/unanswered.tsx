import { Suspense, useState } from 'react'
import { canManagePeople, placeOf } from '#domain/access.ts'
import { listText } from '#domain/list-text.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { page } from '#web/loading/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { nameOf } from './person-words.ts'

const ReminderDialog = page(() => import('./reminder-dialog.tsx').then((module) => module.ReminderDialog))

/** The people outside of the current user's party who have not answered. Organizers can write a reminder. */
export function Unanswered({ trip, parties }: { trip: Trip; parties: readonly Party[] }) {
  const [isWriting, setIsWriting] = useState(false)
  const { party_id } = placeOf(useUser(), trip)
  const others = listPersons(parties.filter(({ id }) => id !== party_id))
  const names = others.filter(({ coming }) => coming === 'open').map(nameOf)
  if (names.length === 0) return null
  return (
    <Panel title={m.group_unanswered_title()}>
      <div className="grid grid-cols-1 justify-items-start gap-3">
        <p className="wrap-anywhere">{listText(names)}</p>
        {canManagePeople(trip) && (
          <Button variant="quiet" onClick={() => setIsWriting(true)}>
            {m.group_reminder_write()}
          </Button>
        )}
      </div>
      <Suspense>
        {isWriting && <ReminderDialog trip={trip} names={names} onClose={() => setIsWriting(false)} />}
      </Suspense>
    </Panel>
  )
}

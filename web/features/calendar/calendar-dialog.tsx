import { Download } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { canSubscribe } from '#domain/access.ts'
import { noReminders, type Reminders } from '#domain/calendar/reminders.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { ReminderFields } from './reminder-fields.tsx'
import { Subscription } from './subscription.tsx'
import { useSaving } from './use-saving.ts'

/** The trip's calendar: as an address for calendar apps, and as a file. */
export function CalendarDialog({ trip, onClose }: { trip: Trip; onClose: () => void }) {
  const user = useUser()
  return (
    <Modal open onClose={onClose} title={m.calendar_title()} closeLabel={m.common_close()}>
      <div className="grid grid-cols-1 gap-6">
        <Part title={m.calendar_subscribe_title()} hint={m.calendar_subscribe_hint()}>
          {canSubscribe(user) ? <Subscription trip={trip} /> : <p>{m.calendar_subscribe_demo()}</p>}
        </Part>
        <Part title={m.calendar_file_title()} hint={m.calendar_file_hint()}>
          <SaveFile trip={trip} />
        </Part>
      </div>
    </Modal>
  )
}

function Part({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div>
        <h3 id={id} className="text-lg">
          {title}
        </h3>
        <p className="text-sm text-muted">{hint}</p>
      </div>
      {children}
    </section>
  )
}

function SaveFile({ trip }: { trip: Trip }) {
  const [isOwn, setIsOwn] = useState(true)
  const [reminders, setReminders] = useState<Reminders>(noReminders)
  const { problem, save } = useSaving(trip)
  return (
    <>
      <Segments
        legend={m.calendar_file_of()}
        options={[
          { value: 'own', label: m.calendar_file_own() },
          { value: 'whole', label: m.calendar_file_whole() },
        ]}
        value={isOwn ? 'own' : 'whole'}
        onChange={(of) => setIsOwn(of === 'own')}
      />
      {isOwn && <ReminderFields reminders={reminders} onChange={setReminders} />}
      {problem !== undefined && <ErrorBox message={problem} />}
      <Button onClick={() => void save({ isOwn, reminders })}>
        <Download aria-hidden="true" className="size-5" />
        {m.calendar_file_save()}
      </Button>
    </>
  )
}

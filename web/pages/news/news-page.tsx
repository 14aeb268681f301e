import { canBeTold } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { useNotices } from '#web/data/trips/notices.ts'
import { ChoicesPart } from '#web/features/notices/choices-part.tsx'
import { NoticesPart } from '#web/features/notices/notices-part.tsx'
import { PushPart } from '#web/features/notices/push-part.tsx'
import { QuietHoursPart } from '#web/features/notices/quiet-hours-part.tsx'
import { RemindersPart } from '#web/features/notices/reminders-part.tsx'
import { Subpage, type SubpageProps } from '#web/pages/trip/subpage.tsx'
import { useReservedPlace } from '#web/ui/reserved-place.ts'

/** What is new for the current user in a trip, and how they are told. */
export function NewsPage(props: SubpageProps) {
  const { trip } = props
  const user = useUser()
  return (
    <Subpage
      {...props}
      title={m.notices_title()}
      hasBackdrop
      className="grid grid-cols-1 content-start gap-8 pb-10 lg:grid-cols-2 lg:items-start"
    >
      {canBeTold(user, trip) ? (
        <>
          <NoticesPart trip={trip} />
          <Ways trip={trip} />
        </>
      ) : (
        <div>
          <h2 className="mb-3 text-2xl">{m.notices_title()}</h2>
          <p>{m.notices_nobody()}</p>
        </div>
      )}
    </Subpage>
  )
}

/** How they are told. Not shown until the news is there, which would push it down on a phone. */
function Ways({ trip }: { trip: Trip }) {
  const { isPending } = useNotices(trip.id)
  const isWaiting = useIsOnline() && isPending
  return (
    <div className={`min-w-0 ${isWaiting ? 'invisible min-h-dvh' : ''}`}>
      {isWaiting && <ReservedPlace />}
      <div className="grid min-w-0 grid-cols-1 content-start gap-8 rounded-lg border border-line bg-raised p-4 sm:p-6">
        <RemindersPart trip={trip} />
        <PushPart />
        <ChoicesPart trip={trip} />
        <QuietHoursPart />
      </div>
    </div>
  )
}

function ReservedPlace() {
  useReservedPlace()
  return null
}

import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { canManagePeople } from '#domain/access.ts'
import type { PeopleAnswer } from '#domain/api/people.ts'
import type { Trip } from '#domain/trip.ts'
import { type KnownInvitation, usePeople } from '#web/data/trips/people.ts'
import { Button } from '#web/ui/button.tsx'
import { tent } from '#web/ui/drawings/tent.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { LoadingPlace } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { LeaveTrip } from './leave-trip.tsx'
import { MembersEdit } from './members-edit.tsx'
import { PeopleList } from './people-list.tsx'

/** Who plans the trip; for organizers also how others come into it, and what members may do. */
export function PeopleTab({ trip }: { trip: Trip }) {
  const { current, error, isBusy, retry } = usePeople(trip.id)
  if (current) return <People trip={trip} {...current} />
  if (error === undefined) return <LoadingPlace text="Loading people..." />
  return (
    <ErrorBox message={error}>
      <Button variant="quiet" busy={isBusy} onClick={retry}>
        Try again
      </Button>
    </ErrorBox>
  )
}

function People({ trip, people, members_edit, invitations }: { trip: Trip } & PeopleAnswer) {
  /** The invitation that is shown; null while one is being made. */
  const [shown, setShown] = useState<KnownInvitation | null>()
  /** Their links are known to this page alone, and for as long as it lives. */
  const [known, setKnown] = useState<readonly KnownInvitation[]>([])
  const isManager = canManagePeople(trip)
  const isAlone = people.length === 1

  function show(made: KnownInvitation) {
    setKnown((others) => [...others, made])
    setShown(made)
  }

  const invite = isManager && (
    <Button onClick={() => setShown(null)}>
      <UserPlus aria-hidden="true" className="size-5" />
      Invite people
    </Button>
  )
  return (
    <div className={`grid grid-cols-1 items-start gap-5 ${isManager ? 'lg:grid-cols-[minmax(0,1fr)_24rem]' : 'mx-auto max-w-3xl'}`}>
      <Panel title={isAlone ? 'People' : `${people.length} people plan this trip`} actions={!isAlone && invite}>
        <PeopleList trip={trip} people={people} />
        {isAlone && (
          <EmptyState
            drawing={tent}
            sentence="So far you plan this trip alone"
            action={
              <>
                <p>
                  Whoever you invite sees the plan, edits it together with you, and has it along where there is no signal. They need
                  no account.
                </p>
                {invite}
              </>
            }
          />
        )}
      </Panel>
      {isManager && (
        <div className="grid grid-cols-1 gap-5">
          {invitations.length > 0 && (
            <InvitationList tripId={trip.id} invitations={invitations} known={known} onShow={setShown} onMade={show} />
          )}
          {!isAlone && <MembersEdit tripId={trip.id} isOn={members_edit} />}
        </div>
      )}
      {trip.role !== 'owner' && <LeaveTrip trip={trip} />}
      {shown !== undefined && <InviteDialog trip={trip} made={shown} onMade={show} onClose={() => setShown(undefined)} />}
    </div>
  )
}

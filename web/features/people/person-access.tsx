import { LifeBuoy, ShieldCheck, User, UserMinus } from 'lucide-react'
import { Suspense, useEffect, useId, useState } from 'react'
import { canManagePeople } from '#domain/access.ts'
import type { Planner } from '#domain/api/people.ts'
import { nameOfUser } from '#domain/person.ts'
import type { Person } from '#domain/plan/people.ts'
import { trimmed } from '#domain/text.ts'
import { roleLabel, type Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { usePeopleChanges } from '#web/data/trips/people.ts'
import { dayOf } from '#web/trip-core/days/day-of.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { page } from '#web/ui/loading/page.tsx'
import { rich } from '#web/ui/rich.ts'
import { Switch } from '#web/ui/switch.tsx'

const GuestRecoveryDialog = page(() =>
  import('./guest-recovery-dialog.tsx').then((module) => module.GuestRecoveryDialog),
)

interface PersonAccessProps {
  trip: Trip
  person: Person
  /** The person's user; null if they have none, undefined while that is not known. */
  planner: Planner | null | undefined
  /** The names of the others in their party. */
  companions: readonly string[]
  isEditing: boolean
  /** Removes only their access. */
  onRemove: (planner: Planner) => void
}

/** Whether a person can open the trip, with which role, and when they last did. Organizers can change it. */
export function PersonAccess({ trip, person, planner, companions, isEditing, onRemove }: PersonAccessProps) {
  const heading = useId()
  const isMe = useUser().id === planner?.id
  const mayChange = canManagePeople(trip) && !isMe && planner?.role !== 'owner'
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-3 border-t border-line pt-4">
      <h3 id={heading} className="text-lg font-semibold">
        {m.group_access_title()}
      </h3>
      {planner === undefined && <p className="text-muted">{m.group_access_unknown()}</p>}
      {planner === null && <p className="text-muted">{m.group_access_none()}</p>}
      {planner && <AccessFacts planner={planner} person={person} />}
      {planner && mayChange && <AccessChanges {...{ trip, person, planner, companions, isEditing, onRemove }} />}
    </section>
  )
}

function AccessFacts({ planner, person }: { planner: Planner; person: Person }) {
  const name = nameOfUser(planner)
  return (
    <div>
      <p>
        <RoleAndTimes planner={planner} />
      </p>
      {name !== trimmed(person.name) && (
        <p className="text-sm text-muted wrap-anywhere">{m.group_access_user({ name })}</p>
      )}
      {planner.is_guest && <p className="text-sm text-muted">{m.group_access_guest()}</p>}
      {planner.is_unconfirmed && <p className="text-sm text-muted">{m.group_access_unconfirmed()}</p>}
    </div>
  )
}

/** The role, since when, and when they last opened the plan on a device. */
function RoleAndTimes({ planner: { role, since, opened_at } }: { planner: Planner }) {
  const joined_on = dayOf(since)
  const words = { role: role === 'everybody' ? '' : roleLabel(role), joined_on }
  const strong = (text: string) => <strong>{text}</strong>
  const joined = (text: string) => <time dateTime={since}>{text}</time>
  if (!opened_at) return rich(m.group_person_since({ ...words, strong, joined }))
  const opened = (text: string) => <time dateTime={opened_at}>{text}</time>
  return rich(m.group_person_since_opened({ ...words, opened_on: dayOf(opened_at), strong, joined, opened }))
}

interface AccessChangesProps extends PersonAccessProps {
  planner: Planner
}

function AccessChanges({ trip, planner, companions, isEditing, onRemove }: AccessChangesProps) {
  const { error, isBusy, setRole, setSharesParty } = usePeopleChanges(trip.id)
  const [isRecovering, setIsRecovering] = useState(false)
  useEffect(() => void GuestRecoveryDialog.load(), [])
  const { role, is_guest, is_unconfirmed, shares_party } = planner
  const isOrganizer = role === 'organizer'
  return (
    <>
      {error !== undefined && <ErrorBox message={error} />}
      {isEditing && companions.length > 0 && !is_unconfirmed && (
        <Switch checked={shares_party} busy={isBusy} onChange={(checked) => setSharesParty(planner, checked)}>
          {m.group_access_share_private()}
        </Switch>
      )}
      <div className="flex flex-wrap gap-2">
        {is_guest && (
          <Button variant="quiet" onClick={() => setIsRecovering(true)}>
            <LifeBuoy aria-hidden="true" className="size-5" />
            {m.group_menu_help_back()}
          </Button>
        )}
        {isEditing && (
          <>
            <Button
              variant="quiet"
              busy={isBusy}
              onClick={() => setRole(planner.id, isOrganizer ? 'member' : 'organizer')}
            >
              {isOrganizer ? (
                <User aria-hidden="true" className="size-5" />
              ) : (
                <ShieldCheck aria-hidden="true" className="size-5" />
              )}
              {isOrganizer ? m.group_menu_make_member() : m.group_menu_make_organizer()}
            </Button>
            <Button variant="danger" onClick={() => onRemove(planner)}>
              <UserMinus aria-hidden="true" className="size-5" />
              {m.group_remove_access()}
            </Button>
          </>
        )}
      </div>
      <Suspense>
        {isRecovering && <GuestRecoveryDialog trip={trip} guest={planner} onClose={() => setIsRecovering(false)} />}
      </Suspense>
    </>
  )
}

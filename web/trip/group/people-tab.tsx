import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { canManagePeople, canSeePeople } from '#domain/access.ts'
import type { PeopleAnswer, Planner } from '#domain/api/people.ts'
import { countAttendance, daysOfTrip } from '#domain/count-attendance.ts'
import { nameOfUser } from '#domain/person.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { dayCount, dayLabel } from '#domain/trip-days.ts'
import * as m from '#messages'
import { LeaveTrip } from '#web/components/leave-trip.tsx'
import { useUser } from '#web/data/session/use-session.ts'
import { usePeople } from '#web/data/trips/people.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/loading/import-with-retry.ts'
import { Button } from '#web/ui/button.tsx'
import { tent } from '#web/ui/drawings/tent.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { LoadingPlace } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SectionState } from '../section-state.tsx'
import type { TabProps } from '../tab.ts'
import { useTripDays } from '../use-trip-days.ts'
import { AttendeeList } from './attendee-list.tsx'
import { FoodCounts } from './food-counts.tsx'
import { HeadcountByDay } from './headcount-by-day.tsx'
import { InvitationList } from './invitation-list.tsx'
import { MembersEdit } from './members-edit.tsx'
import { PeopleList } from './people-list.tsx'
import { hasName } from './person-words.ts'
import { Unanswered } from './unanswered.tsx'
import { useMerging } from './use-merging.tsx'
import { type RemovalTarget, useRemoval } from './use-removal.tsx'
import { Welcome } from './welcome.tsx'

const InviteDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./invite-dialog.tsx'))).InviteDialog,
}))

/** Who comes, and who plans the trip; for organizers also the invitations and what members may do. */
export function PeopleTab({ trip, failures }: TabProps) {
  const { remove, element } = useRemoval(trip)
  const { merge, element: mergeElement } = useMerging(trip)
  return (
    <>
      {canSeePeople(trip) ? (
        <WithPlanners trip={trip} failures={failures} onRemove={remove} onMerge={merge} />
      ) : (
        <Attendees trip={trip} failures={failures} planners={undefined} onRemove={remove} onMerge={merge} />
      )}
      {element}
      {mergeElement}
    </>
  )
}

interface Removing {
  onRemove: (leaver: RemovalTarget) => void
  /** Merges a person of the list with another; undefined if the current user may not. */
  onMerge: ((personId: string) => void) | undefined
}

function WithPlanners({ trip, failures, onRemove, onMerge }: TabProps & Removing) {
  const { current, error, isBusy, retry } = usePeople(trip.id)
  return (
    <div className="grid grid-cols-1 gap-5">
      <Attendees trip={trip} failures={failures} planners={current?.people} {...{ onRemove, onMerge }} />
      {current ? (
        <Planners trip={trip} {...{ onRemove, onMerge }} {...current} />
      ) : error === undefined ? (
        <LoadingPlace text={m.group_people_loading()} />
      ) : (
        <ErrorBox message={error}>
          <Button variant="quiet" busy={isBusy} onClick={retry}>
            {m.common_retry()}
          </Button>
        </ErrorBox>
      )}
    </div>
  )
}

interface AttendeesProps extends TabProps, Removing {
  /** Who plans the trip; undefined until that is known. */
  planners: readonly Planner[] | undefined
}

/** Who comes, from the plan: available offline too. */
function Attendees({ trip, failures, planners, onRemove, onMerge }: AttendeesProps) {
  const userId = useUser().id
  const people = useSection(trip.id, 'people')
  const { dates } = useTripDays(trip.id, false)
  const meals = useSection(trip.id, 'meals')?.value
  const itinerary = useSection(trip.id, 'itinerary')?.value
  if (!people) return <SectionState loading={m.group_people_loading()} failure={failures?.people} />
  const days = daysOfTrip(dayCount(dates), meals ?? {}, itinerary ?? {})
  const nameless = listPersons(people.value).filter((person) => person.coming === 'coming' && !hasName(person)).length
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid grid-cols-1 gap-5">
        <Welcome
          trip={trip}
          claims={findOwnClaim(
            people.value,
            planners?.find(({ id }) => id === userId),
          )}
        />
        <AttendeeList {...{ trip, people, days, dates, planners, onRemove, onMerge }} />
      </div>
      <div className="grid grid-cols-1 gap-5">
        <HeadcountByDay
          headcount={countAttendance(people.value, days, dates)}
          nameless={nameless}
          labelOf={(day) => dayLabel(dates, day)}
        />
        <FoodCounts parties={people.value} />
        {canSeePeople(trip) && <Unanswered trip={trip} parties={people.value} />}
      </div>
    </div>
  )
}

/** The name the current user claims, while an organizer has not decided and they are not on the list. */
function findOwnClaim(parties: readonly Party[], me: Planner | undefined): string | undefined {
  if (!me?.claim || listPersons(parties).some(({ id }) => id === me.person_id)) return undefined
  return me.claim.name.trim() || nameOfUser(me)
}

/** How many of the people who joined have opened the plan on a device. */
function PlanOpenedCount({ people }: { people: readonly Planner[] }) {
  const joined = people.filter(({ role }) => role !== 'owner')
  const withPlan = joined.filter(({ opened_at }) => opened_at !== null)
  return (
    <p className="mb-3 text-sm text-muted">
      {m.group_people_opened({ opened: withPlan.length, joined: joined.length })}
    </p>
  )
}

function Planners({
  trip,
  people,
  members_edit,
  invitations,
  onRemove,
  onMerge,
}: { trip: Trip } & PeopleAnswer & Removing) {
  const [isInviting, setIsInviting] = useState(false)
  const isManager = canManagePeople(trip)
  const isAlone = people.length === 1

  const invite = isManager && (
    <Button onClick={() => setIsInviting(true)}>
      <UserPlus aria-hidden="true" className="size-5" />
      {m.group_invite_people()}
    </Button>
  )
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Panel
        title={isAlone ? m.group_people_planning_alone() : m.group_people_planning({ count: people.length })}
        actions={!isAlone && invite}
      >
        {!isAlone && isManager && <PlanOpenedCount people={people} />}
        <PeopleList trip={trip} people={people} {...{ onRemove, onMerge }} />
        {isAlone && (
          <EmptyState
            drawing={tent}
            sentence={m.group_people_alone()}
            action={
              <>
                <p>{m.group_people_alone_hint()}</p>
                {invite}
              </>
            }
          />
        )}
      </Panel>
      {isManager && (
        <div className="grid grid-cols-1 gap-5">
          {invitations.length > 0 && <InvitationList trip={trip} invitations={invitations} />}
          {!isAlone && <MembersEdit tripId={trip.id} isOn={members_edit} />}
        </div>
      )}
      {trip.role !== 'owner' && (
        <div className="lg:col-start-1">
          <LeaveTrip trip={trip} />
        </div>
      )}
      <Suspense>{isInviting && <InviteDialog trip={trip} onClose={() => setIsInviting(false)} />}</Suspense>
    </div>
  )
}

import { Suspense, useEffect, useRef, useState } from 'react'
import { canManagePeople, canOpenTrip, canSeePeople } from '#domain/access.ts'
import { asksWhoComes } from '#domain/asks-who-comes.ts'
import { countAlsoEating, countAttendance, daysOfTrip } from '#domain/count-attendance.ts'
import { nameOfUser } from '#domain/person.ts'
import type { Party, Person } from '#domain/plan/people.ts'
import { trimmed } from '#domain/text.ts'
import type { Trip } from '#domain/trip.ts'
import { dayCount, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { changeParty, type PersonRef } from '#web/data/trips/parties.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { TripOverContext } from '#web/trip-core/days/trip-over.ts'
import { useIsOver } from '#web/trip-core/days/use-is-over.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { useTripDays } from '#web/trip-core/days/use-trip-days.ts'
import { section } from '#web/trip-core/derived/plan-view.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { FoldedSection } from '#web/trip-core/folded-section.tsx'
import { INVITE_ANCHOR } from '#web/trip-core/invite-anchor.ts'
import { forgetLinked } from '#web/trip-core/linked-entry.ts'
import { hasName, labelOf } from '#web/trip-core/people/person-words.ts'
import { type Access, noAccess, useAccess } from '#web/trip-core/people/use-access.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { AfterPaint } from '#web/ui/after-paint.tsx'
import { page } from '#web/ui/loading/page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { UndoBar } from '#web/ui/undo-bar.tsx'
import { Claimants, useClaimants } from './claimants.tsx'
import { Flights } from './flights.tsx'
import { FoodCounts } from './food-counts.tsx'
import { HeadcountByDay } from './headcount-by-day.tsx'
import { InvitationList } from './invitation-list.tsx'
import { companionsOf, type ListFilter } from './listed-people.ts'
import { MembersEdit } from './members-edit.tsx'
import { OwnParty } from './own-party.tsx'
import { findPlanner, isLongList, PeopleList } from './people-list.tsx'
import { usePeopleSlots } from './people-slots.ts'
import { useAdding } from './use-adding.ts'
import { useMerging } from './use-merging.tsx'
import { type PeopleEditing, usePeopleList } from './use-people-list.ts'
import { useRemoval } from './use-removal.tsx'
import { Welcome } from './welcome.tsx'
import { WhoComes } from './who-comes.tsx'
import { WithPlan } from './with-plan.tsx'

/** Preloaded after the page, so that they open at once: keys that are typed after a press go into them. */
const PersonDialog = page(() => import('./person-dialog.tsx').then((module) => module.PersonDialog))
const AddPersonDialog = page(() => import('./add-person-dialog.tsx').then((module) => module.AddPersonDialog))
const InviteDialog = page(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog))

/** What the page shows comes before its dialogs: while somebody alone waits for the list, they do not load yet. */
function LoadDialogs() {
  const { PromisesOf } = usePeopleSlots()
  useEffect(() => {
    void PersonDialog.load()
    void PromisesOf.load()
    void AddPersonDialog.load()
    void InviteDialog.load()
  }, [PromisesOf])
  return null
}

/** Everybody in the trip: their answers, how many eat at each meal, and one list of people. */
export function PeoplePart({ trip, failures }: TabProps) {
  const people = useSection(trip.id, 'people')
  if (!people) return <SectionState loading={m.group_people_loading()} failure={failures?.people} />
  return canSeePeople(trip) ? (
    <WithAccess trip={trip} people={people} />
  ) : (
    <People trip={trip} people={people} access={noAccess} />
  )
}

interface PeopleProps {
  trip: Trip
  people: ShownSection<'people'>
}

function WithAccess(props: PeopleProps) {
  return <People {...props} access={useAccess(props.trip)} />
}

function People({ trip, people, access }: PeopleProps & { access: Access }) {
  const { dates } = useTripDays(trip.id, false)
  const meals = useDerived(trip, section('meals'))
  const itinerary = useDerived(trip, section('itinerary'))
  const { eating, expected } = useSection(trip.id, 'details')?.value ?? {}
  const days = daysOfTrip(dayCount(dates), meals ?? {}, itinerary ?? {})
  const list = usePeopleList(trip, people, dates, access.people)
  const { persons, mine } = list
  const [only, setOnly] = useState<ListFilter>()
  const listPlace = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<PersonRef & { isEditing?: boolean }>()
  const isManager = canManagePeople(trip)
  const [isInviting, setIsInviting] = useState(isManager && location.hash === INVITE_ANCHOR)
  const invite = () => setIsInviting(true)
  const adding = useAdding(list, dates)
  const { remove, element: removal } = useRemoval(trip)
  const { merge, element: merging } = useMerging(trip)
  const promisesOf = usePromises(trip, mine)
  const { LeaveTrip } = usePeopleSlots()
  const { date: today } = useTripClock(trip.id)
  const isOver = useIsOver(trip.id)
  // It stays where it was when the page opened: it must not move away while it is answered.
  const isAsked = asksWhoComes(trip, { isAlone: list.isAlone, expected })
  const [isOwnFirst] = useState(!isOver && isAsked && (mine?.persons.some(({ coming }) => coming === 'open') ?? false))
  const claims = useClaimants(trip.id, isManager ? (access.people ?? []) : [], list.parties)
  useEffect(() => {
    if (location.hash === INVITE_ANCHOR) forgetLinked()
  }, [])

  function addingTitle({ partyId, isMany }: NonNullable<typeof adding.opened>): string {
    if (partyId === undefined) return isMany ? m.group_many_title() : m.group_person_add_title()
    const [first] = list.parties.find(({ id }) => id === partyId)?.persons ?? []
    const name = partyId === mine?.id || !first ? undefined : labelOf(first)
    const titles = list.usesParties
      ? { ofOne: titleToParty, ofMany: titleOfManyToParty }
      : { ofOne: titleWith, ofMany: titleOfManyWith }
    return isMany ? titles.ofMany(name) : titles.ofOne(name)
  }

  function showOnly(filter: ListFilter | undefined) {
    setOnly(filter)
    const place = listPlace.current
    // On a phone the list is further down: without this, a press would seem to do nothing.
    if (filter && place && place.getBoundingClientRect().top > innerHeight * 0.6) place.scrollIntoView()
  }

  const openParty = open && list.parties.find(({ id }) => id === open.partyId)
  const opened = openParty?.persons.find(({ id }) => id === open?.personId)
  // Somebody else has removed them: close it, so that it does not open again by itself if they are restored.
  if (open && !opened) setOpen(undefined)

  const nameless = persons.filter((person) => !hasName(person))
  const invitations = access.invitations ?? []
  const openInvitations = invitations.filter(({ state }) => state === 'open').length
  const ownParty = mine && (
    <OwnPartyOf
      {...{ list, mine, dates, promisesOf, isAsked }}
      isFirst={isOwnFirst}
      onAdd={() => adding.start(mine.id)}
      onOpen={(personId, isEditing) => setOpen({ partyId: mine.id, personId, isEditing })}
    />
  )
  const withPlan = isManager && !isOver && persons.some(({ coming }) => coming === 'coming') && (
    <WithPlan {...{ access, only }} parties={list.parties} me={list.me.person_id} onOnly={showOnly} />
  )
  const claimsLine = (
    <Claimants claims={claims} planners={access.people ?? []} parties={list.parties} onRemove={remove} />
  )
  return (
    <TripOverContext value={isOver}>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_auto_1fr_auto] lg:gap-5">
        <div className="grid grid-cols-1 gap-4 empty:hidden lg:col-span-2 lg:gap-5">
          <Welcome trip={trip} claims={findOwnClaim(list, access, useUser().id)} />
          {isOwnFirst && ownParty}
          <WhoComes {...{ trip, list, only }} onOnly={showOnly} onInvite={invite}>
            {/* Always one line: it arrives with people's access, and must not move what is below. */}
            {!isOver && claims.isShown ? claimsLine : withPlan}
          </WhoComes>
        </div>
        <div className="grid grid-cols-1 empty:hidden lg:col-start-2 lg:row-start-2">
          {!list.isFew && (
            <HeadcountByDay
              headcount={countAttendance(people.value, days, dates)}
              parties={people.value}
              {...{ dates, today }}
              nameless={nameless.filter(({ coming }) => coming === 'coming').length}
              alsoCounted={countAlsoEating(people.value, eating?.counts)}
            />
          )}
        </div>
        <div
          ref={listPlace}
          className={`grid scroll-mt-20 grid-cols-1 gap-4 lg:col-start-1 lg:row-start-2 ${list.isAlone ? 'lg:col-span-2' : 'lg:row-span-2'}`}
        >
          {nameless.length > 0 && list.mayAdd && <Notice>{m.group_people_nameless({ count: nameless.length })}</Notice>}
          <PeopleList
            {...{ trip, list, access, dates, only }}
            ownParty={!isOwnFirst && ownParty}
            onShowEveryone={() => setOnly(undefined)}
            onOpen={(party, person) => setOpen({ partyId: party.id, personId: person.id })}
            onAdd={adding.start}
            onInvite={invite}
          >
            {/* After the trip, claims come last: the line above has no place of its own then. */}
            {claims.isShown && (isOver ? claimsLine : withPlan)}
            {(!withPlan || list.isAlone) && access.state === 'unreachable' && (
              <p className="text-sm text-muted">{m.group_access_unknown()}</p>
            )}
          </PeopleList>
          {trip.type === 'air_travel' && canOpenTrip(trip) && !list.isAlone && <Flights trip={trip} />}
        </div>
        {/* Without headcounts there is room beside the list. */}
        <div
          className={`grid grid-cols-1 empty:hidden ${list.isFew && !list.isAlone ? 'lg:col-start-2 lg:row-start-2' : 'lg:col-span-2 lg:row-start-4'}`}
        >
          <FoodCounts parties={people.value} isFew={list.isFew} />
        </div>
        <div
          className={`grid grid-cols-1 gap-4 empty:hidden lg:row-start-3 lg:gap-5 ${list.isAlone ? 'lg:col-span-2' : 'lg:col-start-2'}`}
        >
          {isManager && access.people && (access.people.length > 1 || invitations.length > 0) && (
            <div className="card">
              {invitations.length > 0 && (
                <FoldedSection title={m.group_invitations_title()} count={openInvitations}>
                  <InvitationList {...{ trip, invitations }} />
                </FoldedSection>
              )}
              {access.people.length > 1 && (
                <FoldedSection title={m.group_members_title()}>
                  <MembersEdit tripId={trip.id} isOn={access.members_edit ?? true} />
                </FoldedSection>
              )}
            </div>
          )}
          {canSeePeople(trip) && trip.role !== 'owner' && <LeaveTrip trip={trip} />}
        </div>
        {(access.state !== 'loading' || !list.isAlone) && (
          <AfterPaint>
            <LoadDialogs />
          </AfterPaint>
        )}
        {open && openParty && opened && (
          <OpenPerson
            {...{ trip, list, access, days, dates, remove, merge }}
            whom={open}
            party={openParty}
            person={opened}
            onOpen={setOpen}
            onAddTo={adding.start}
          />
        )}
        <Suspense>
          {isInviting && <InviteDialog trip={trip} onClose={() => setIsInviting(false)} />}
          {adding.opened && (
            <AddPersonDialog
              title={addingTitle(adding.opened)}
              draft={adding.opened.draft}
              text={adding.opened.text}
              isMany={adding.opened.isMany}
              {...{ persons, days, dates }}
              onDraft={adding.setDraft}
              onNames={adding.setNames}
              onAdd={adding.add}
              onAddAll={adding.addAll}
              onCancel={adding.cancel}
              onClose={adding.close}
            />
          )}
        </Suspense>
        <UndoBar offer={adding.undo} onGone={adding.forget} />
        {removal}
        {merging}
      </div>
    </TripOverContext>
  )
}

/* Titles of the dialog that adds people to the party of somebody; undefined for the current user's. */
const titleToParty = (name: string | undefined) =>
  name === undefined ? m.group_person_add_to_party_title() : m.group_person_add_to_their_party_title({ name })
const titleOfManyToParty = (name: string | undefined) =>
  name === undefined ? m.group_many_to_party_title() : m.group_many_to_their_party_title({ name })
const titleWith = (name: string | undefined) =>
  name === undefined ? m.group_with_add_to_you() : m.group_with_add({ name })
const titleOfManyWith = (name: string | undefined) =>
  name === undefined ? m.group_with_add_many_to_you() : m.group_with_add_many({ name })

/** The name the current user claims, while an organizer has not decided and they are not on the list. */
function findOwnClaim({ persons }: PeopleEditing, { people }: Access, userId: string): string | undefined {
  const me = people?.find(({ id }) => id === userId)
  if (!me?.claim || persons.some(({ id }) => id === me.person_id)) return undefined
  return trimmed(me.claim.name) || nameOfUser(me)
}

interface OwnPartyOfProps {
  list: PeopleEditing
  mine: Party
  isFirst: boolean
  isAsked: boolean
  dates: TripDates
  promisesOf: ReturnType<typeof usePromises>
  onAdd: () => void
  onOpen: (personId: string, isEditing: boolean) => void
}

function OwnPartyOf({ list, mine, isFirst, isAsked, dates, promisesOf, onAdd, onOpen }: OwnPartyOfProps) {
  const { id } = mine
  const mayAnswer = list.mayAnswerFor(id)
  return (
    <OwnParty
      party={mine}
      me={list.me.person_id}
      {...{ isFirst, isAsked, dates, promisesOf }}
      usesParties={list.usesParties}
      isFolded={isLongList(list.persons)}
      onOpen={(personId) => onOpen(personId, false)}
      onEdit={(personId) => onOpen(personId, true)}
      {...(mayAnswer && {
        onAnswer: (personId, changed) => list.changeOf({ partyId: id, personId })(changed),
        onName: (name) => list.change((all) => changeParty(all, id, (one) => ({ ...one, name })), true, id),
        onAdd,
      })}
    />
  )
}

/** What people of the current user's party have promised, once they were not coming while this is shown. */
function usePromises(trip: Trip, mine: Party | undefined) {
  const { PromisesOf } = usePeopleSlots()
  const [declined, setDeclined] = useState<readonly string[]>([])
  const newlyDeclined =
    mine?.persons.filter(({ id, coming }) => coming === 'not_coming' && !declined.includes(id)) ?? []
  if (newlyDeclined.length > 0) setDeclined([...declined, ...newlyDeclined.map(({ id }) => id)])
  return (person: Person) =>
    declined.includes(person.id) && (
      <Suspense>
        <PromisesOf trip={trip} person={person} />
      </Suspense>
    )
}

interface OpenPersonProps {
  trip: Trip
  list: PeopleEditing
  access: Access
  days: readonly number[]
  dates: TripDates
  whom: PersonRef & { isEditing?: boolean }
  party: Party
  person: Person
  onOpen: (whom: PersonRef | undefined) => void
  onAddTo: (partyId: string) => void
  remove: ReturnType<typeof useRemoval>['remove']
  merge: ReturnType<typeof useMerging>['merge']
}

/** The details of the person that is open. */
function OpenPerson({
  trip,
  list,
  access,
  days,
  dates,
  whom,
  party,
  person,
  onOpen,
  onAddTo,
  remove,
  merge,
}: OpenPersonProps) {
  const user = useUser()
  const { parties, me, mayAnswerFor, changeOf } = list
  const close = () => onOpen(undefined)
  const planner = findPlanner(access.people, person.id)
  const name = labelOf(person)

  /** Returns the function that removes the person; undefined if the current user may not. */
  function findRemoval(): (() => void) | undefined {
    if (!mayAnswerFor(whom.partyId) || whom.personId === me.person_id) return undefined
    const leaver = { name, whom, onRemove: close }
    // In a trip without an owner no entry belongs to a user.
    if (trip.role === 'everybody') return () => remove(leaver)
    if (!access.people) return undefined
    if (!planner) return () => remove(leaver)
    // Somebody who only claims to be this person keeps their access: an organizer decides the claim first.
    const isOther = planner.role !== 'owner' && planner.id !== user.id && !planner.is_unconfirmed
    return canManagePeople(trip) && isOther ? () => remove({ ...leaver, userId: planner.id }) : undefined
  }

  // Entries are merged, so both must have one.
  const hasEntry = list.listed.some(({ id }) => id === person.id)
  const mayMerge = merge && hasEntry && list.listed.length > 1 && !planner?.is_unconfirmed
  return (
    <Suspense>
      <PersonDialog
        {...{ trip, party, person, days, dates }}
        whom={whom}
        opensFields={whom.isEditing ?? false}
        planner={access.people && (planner ?? null)}
        companions={companionsOf({ person_id: whom.personId, party_id: whom.partyId }, parties)}
        onChange={mayAnswerFor(whom.partyId) ? changeOf(whom) : undefined}
        onOthers={(personIds, sameDays) => list.changeAll(whom.partyId, personIds, sameDays)}
        onRemoveAccess={({ id, is_unconfirmed }) =>
          remove({ name, userId: id, isClaimant: is_unconfirmed, onRemove: close })
        }
        onRemove={findRemoval()}
        addLabel={list.usesParties ? m.group_party_add_here() : titleWith(party === list.mine ? undefined : name)}
        onAddToParty={
          mayAnswerFor(whom.partyId)
            ? () => {
                close()
                onAddTo(whom.partyId)
              }
            : undefined
        }
        onMerge={
          mayMerge
            ? () => {
                close()
                merge(person.id)
              }
            : undefined
        }
        onClose={close}
      />
    </Suspense>
  )
}

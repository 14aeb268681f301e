import { canAnswerFor, canEditPlan, identityOf } from '#domain/access.ts'
import type { Planner } from '#domain/api/people.ts'
import { withAnswer } from '#domain/change-stay.ts'
import { listPersons, type Party, type Person } from '#domain/plan/people.ts'
import type { Identity, Trip } from '#domain/trip.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { changeParty, changePerson, type PersonRef } from '#web/data/trips/parties.ts'
import type { ShownSection } from '#web/data/trips/use-section.ts'
import { withJoined } from '#web/trip-core/people/with-joined.ts'
import { usesParties } from './listed-people.ts'

/** Whether people are so few that they need no numbers: each of them is in sight. */
export const isFew = (persons: readonly Person[]): boolean => persons.length <= 2

/** Returns what undoes it; undefined if the current user may not edit. */
type ChangeParties = (
  make: (parties: Party[]) => Party[],
  isTyped?: boolean,
  partyId?: string,
) => (() => void) | undefined

export interface PeopleEditing {
  me: Identity
  /** The list with everybody who has joined. */
  parties: readonly Party[]
  persons: readonly Person[]
  /** The people of the stored list: without those who have joined and have no entry yet. */
  listed: readonly Person[]
  /** The current user's party; undefined if they have none, or an organizer has not decided who they are. */
  mine: Party | undefined
  others: readonly Party[]
  /** Whether nobody else is on the list or has joined, as far as is known. */
  isAlone: boolean
  /** Whether they are few without those who have no entry: these are known later, and must not move what is shown. */
  isFew: boolean
  /** Whether the page speaks of parties: see `usesParties`. */
  usesParties: boolean
  mayAdd: boolean
  mayAnswerFor: (partyId: string) => boolean
  /** Changes the list. `partyId`: the party that is changed, whose people are on the list from then on. */
  change: ChangeParties
  changeOf: (whom: PersonRef) => (changed: Partial<Person>, isTyped?: boolean) => void
  /** Changes several people of a party at once. Returns what undoes it. */
  changeAll: (partyId: string, personIds: readonly string[], changed: Partial<Person>) => ReturnType<ChangeParties>
}

/** The people list as it is shown, and how the current user may change it. */
export function usePeopleList(
  trip: Trip,
  { value, edit }: ShownSection<'people'>,
  dates: TripDates,
  planners: readonly Planner[] | undefined,
): PeopleEditing {
  const user = useUser()
  const me = identityOf(user, trip)
  const isOnList = value.some(({ id }) => id === me.party_id)
  // An organizer must first decide whether somebody who claims to be another guest is a person of their own.
  const isUndecided = trip.taken !== null && !trip.taken.is_confirmed
  // In a trip without an owner nobody has a party of their own.
  const own = isOnList || isUndecided || trip.role === 'everybody' ? [] : [{ ...user, ...me }]
  const joined = (planners ?? []).filter(({ id, is_unconfirmed }) => id !== user.id && !is_unconfirmed)
  const parties = withJoined(value, [...own, ...joined])
  const mine = parties.find(({ id }) => id === me.party_id)

  const change: ChangeParties = (make, isTyped = false, partyId) =>
    edit?.(
      // The current user's own entry is added with their first change.
      (current) => make(withJoined(current, [...own, ...joined.filter((one) => one.party_id === partyId)])),
      isTyped ? 'after-pause' : 'at-once',
    )

  return {
    me,
    parties,
    persons: listPersons(parties),
    listed: listPersons(value),
    mine,
    others: parties.filter((party) => party !== mine),
    isAlone: listPersons(parties).length <= 1 && (planners ?? []).every(({ id }) => id === user.id),
    isFew: isFew(listPersons(withJoined(value, own))),
    usesParties: usesParties(parties),
    mayAdd: edit !== undefined && canEditPlan(trip),
    mayAnswerFor: (partyId) => edit !== undefined && canAnswerFor(user, trip, partyId),
    change,
    changeOf: (whom) => (changed, isTyped) =>
      change(
        (current) => changePerson(current, whom, (person: Person) => withAnswer(person, changed, dates.departure_date)),
        isTyped,
        whom.partyId,
      ),
    changeAll: (partyId, personIds, changed) =>
      change(
        (current) =>
          changeParty(current, partyId, (party) => ({
            ...party,
            persons: party.persons.map((one) =>
              personIds.includes(one.id) ? withAnswer(one, changed, dates.departure_date) : one,
            ),
          })),
        false,
        partyId,
      ),
  }
}

import { useMemo } from 'react'
import { canAnswerPayments, canEditAllCosts, listCostsParty } from '#domain/access.ts'
import type { PeopleAnswer } from '#domain/api/people.ts'
import { countByParty, countCosts, type Household, type TripCosts } from '#domain/costs/balances.ts'
import { listNamed } from '#domain/costs/former-people.ts'
import { settle, type Transfer } from '#domain/costs/settle.ts'
import { daysOfTrip } from '#domain/count-attendance.ts'
import { listNotComing } from '#domain/not-coming.ts'
import type { Costs, FormerPerson } from '#domain/plan/costs.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { dayCount } from '#domain/trip-days.ts'
import { useQuery } from '#web/data/react/use-query.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { people as planners, toEverJoined } from '#web/data/trips/planners.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { notNeeded, useIsKnown, usePersonNames, useUnlistedMembers } from '#web/trip-core/people/use-person-names.ts'
import { usePlace } from '#web/trip-core/people/use-place.ts'
import { type CostsGroup, householdOf, isOneHousehold, listHouseholds, listOwn, sortHouseholds } from './costs-group.ts'
import { nameFormer } from './name-former.ts'
import { useAnswering } from './use-answering.ts'

export interface CostsView {
  section: ShownSection<'costs'>
  group: CostsGroup
  costs: TripCosts
  /** In the order in which they are shown. */
  households: readonly Household[]
  /** Between households; the current user's first. */
  transfers: readonly Transfer[]
  /** Whether the current user's household is the only one: nobody owes anything. */
  isOneHousehold: boolean
  /** Who can say that a payment has arrived; undefined if that is not known. */
  answering: ReadonlySet<string> | undefined
}

const nobody: readonly Party[] = []
const noFormer: readonly FormerPerson[] = []

/** The costs of a trip; undefined until all that they depend on is loaded. */
export function useCosts(trip: Trip): CostsView | undefined {
  const section = useSection(trip.id, 'costs')
  const group = useCostsGroup(trip, section?.value)
  const value = section?.value
  const answering = useAnswering(trip, value, group?.people)
  const costs = useMemo(() => value && countCosts(value), [value])
  const computed = useMemo(() => {
    if (!costs || !group) return undefined
    const households = countByParty(costs.people, group.households)
    const isMine = ({ from, to }: Transfer) => from === group.mine || to === group.mine
    const transfers = settle(households).toSorted((one, other) => Number(isMine(other)) - Number(isMine(one)))
    const shown = sortHouseholds(households, group.mine)
    return { group, costs, households: shown, transfers, isOneHousehold: isOneHousehold(group, costs) }
  }, [costs, group])
  if (!section || !computed) return undefined
  const { edit, ...shown } = section
  const { canChange, me } = computed.group
  return { section: canChange({ added_by: me }) ? section : shown, ...computed, answering }
}

function useCostsGroup(trip: Trip, value: Costs | undefined): CostsGroup | undefined {
  const listed = useSection(trip.id, 'people')?.value
  const details = useSection(trip.id, 'details')?.value
  const meals = useSection(trip.id, 'meals')?.value
  const itinerary = useSection(trip.id, 'itinerary')?.value
  const people = listed ?? nobody
  const { me, party } = usePlace(trip, people)
  // The same array as long as it names the same people: otherwise each edit would render every row.
  const key = useMemo(() => (value ? listNamed(value).join(' ') : ''), [value])
  const named = useMemo(() => key.split(' ').filter(Boolean), [key])
  const members = useUnlistedMembers(trip, people, me, named)
  const former = value?.former ?? noFormer
  const formerNames = useMemo(() => nameFormer(named, { people, members, former }), [named, people, members, former])
  const nameOf = usePersonNames(trip, people, me, named, formerNames)
  const isKnown = useIsKnown(trip, people, me, named)
  const { canChange, canAnswer } = useCostsRights(trip, people, party)
  const currency = value?.currency ?? ''
  return useMemo(() => {
    if (!listed || !details || !meals || !itinerary) return undefined
    const { departure_date, return_date, eating } = details
    const persons = listPersons(listed)
    const households = listHouseholds(listed, me)
    // People who plan the trip and are not on its list. Those who left it cannot be chosen again.
    const listedIds = new Set(persons.map(({ id }) => id))
    const unlisted = members ? named.filter((id) => !listedIds.has(id) && members.has(id)) : []
    const others = [...listedIds, ...unlisted].filter((id) => id !== me)
    return {
      people: listed,
      dates: { departure_date, return_date },
      days: daysOfTrip(dayCount({ departure_date, return_date }), meals, itinerary),
      settings: eating,
      currency,
      me,
      party,
      own: listOwn(me, households),
      notComing: listNotComing(listed),
      everybody: listedIds.has(me) ? [...listedIds, ...unlisted] : [me, ...others],
      children: new Set(persons.flatMap(({ id, kind }) => (kind === 'child' ? [id] : []))),
      nameOf,
      isKnown,
      households,
      mine: householdOf(me, households),
      canChange,
      canAnswer,
    }
  }, [listed, details, meals, itinerary, me, party, named, nameOf, members, isKnown, canChange, canAnswer, currency])
}

/** What the current user may change, as the server decides it: also by who of their party has joined. */
function useCostsRights(
  trip: Trip,
  people: readonly Party[],
  { size }: ReadonlySet<string>,
): Pick<CostsGroup, 'canChange' | 'canAnswer'> {
  const user = useUser()
  const canEditAll = canEditAllCosts(trip)
  const isAlone = size === 1 && canAnswerPayments(trip)
  const { data } = useQuery<PeopleAnswer | undefined>(canEditAll || isAlone ? notNeeded : planners(trip.id))
  return useMemo(() => {
    const party = listCostsParty(user, trip, people, data && toEverJoined(data))
    const canAnswer = canAnswerPayments(trip)
    return {
      canChange: ({ added_by }) => canEditAll || party.has(added_by),
      canAnswer: ({ to }) => canEditAll || (canAnswer && party.has(to)),
    }
  }, [user, trip, people, data, canEditAll])
}

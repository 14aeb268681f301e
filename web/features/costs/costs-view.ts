import { canAnswerPayments, canEditAllCosts, listCostsParty } from '#domain/access.ts'
import { countByParty, countCosts, type Household, type TripCosts } from '#domain/costs/balances.ts'
import { heldFees, withoutHeld } from '#domain/costs/held-fees.ts'
import { settle, type Transfer } from '#domain/costs/settle.ts'
import { daysOfTrip } from '#domain/count-attendance.ts'
import { namesOf } from '#domain/people-names.ts'
import type { FormerPerson } from '#domain/plan/costs.ts'
import { listPersons } from '#domain/plan/people.ts'
import { dayCount } from '#domain/trip-days.ts'
import { toEverJoined } from '#web/data/trips/planners.ts'
import { derive, deriveLoaded } from '#web/trip-core/derived/derive.ts'
import {
  isKnown,
  knownMembers,
  listedPeople,
  namedInCosts,
  notComing,
  ownId,
  ownParty,
  tripDates,
} from '#web/trip-core/derived/people.ts'
import { type Derived, type PlanView, section } from '#web/trip-core/derived/plan-view.ts'
import { type CostsGroup, householdOf, isOneHousehold, listHouseholds, listOwn, sortHouseholds } from './costs-group.ts'
import { isAnswerNeeded } from './costs-planners.ts'
import { nameFormer } from './name-former.ts'

/* The costs of a trip: who settles with whom, and what each owes. */

export interface ComputedCosts {
  group: CostsGroup
  costs: TripCosts
  /** In the order in which they are shown. */
  households: readonly Household[]
  /** Between households; the current user's first. Without what is held. */
  transfers: readonly Transfer[]
  /** Fees that nobody is asked to pay back yet, by household: see `heldFees`. */
  held: ReadonlyMap<string, number>
  /** Whether the current user's household is the only one: nobody owes anything. */
  isOneHousehold: boolean
  /** Who can say that a payment has arrived; undefined if that is not known. */
  answering: ReadonlySet<string> | undefined
  /** The party that people have joined as, by person, as far as it is confirmed; undefined if that is not known. */
  partyOf: ReadonlyMap<string, string> | undefined
}

const noFormer: readonly FormerPerson[] = []
const user = (view: PlanView) => view.user
const trip = (view: PlanView) => view.trip
const planners = (view: PlanView) => view.planners

/** The same array as long as it is the same people: see `costsGroup`. */
const named = derive([namedInCosts], ([ids], before: readonly string[] | undefined) =>
  before?.join() === ids.join() ? before : ids,
)

const formerNames = derive(
  [named, listedPeople, knownMembers, ({ values }) => values.costs?.former ?? noFormer],
  ([ids, people, members, former]) => nameFormer(ids, { people, members, former }),
)

const nameOf = derive([listedPeople, ownId, knownMembers, formerNames], ([people, me, members, former]) =>
  namesOf(people, me, members, former),
)

/** What the current user may change, as the server decides it: also by who of their party has joined. */
const rights = derive(
  [user, trip, listedPeople, planners],
  ([own, ofTrip, people, known]): Pick<CostsGroup, 'canChange' | 'canAnswer'> => {
    const party = own ? listCostsParty(own, ofTrip, people, known && toEverJoined(known)) : new Set<string>()
    const [canEditAll, canAnswer] = [canEditAllCosts(ofTrip), canAnswerPayments(ofTrip)]
    return {
      canChange: ({ added_by }) => canEditAll || party.has(added_by),
      canAnswer: ({ to }) => canEditAll || (canAnswer && party.has(to)),
    }
  },
)

const currency: Derived<string> = ({ values }) => values.costs?.currency ?? ''

/** The people of a trip as its costs need them; undefined until they are loaded. */
export const costsGroup = deriveLoaded(
  [
    section('people'),
    section('details'),
    section('meals'),
    section('itinerary'),
    tripDates,
    ownId,
    ownParty,
    notComing,
    named,
    nameOf,
    derive([knownMembers], ([members]) => ({ members })),
    isKnown,
    rights,
    currency,
  ],
  ([people, { eating }, meals, itinerary, dates, me, party, declined, ids, names, { members }, known, may, unit]) => {
    const persons = listPersons(people)
    const households = listHouseholds(people, me)
    // People who plan the trip and are not on its list. Those who left it cannot be chosen again.
    const listedIds = new Set(persons.map(({ id }) => id))
    const unlisted = members ? ids.filter((id) => !listedIds.has(id) && members.has(id)) : []
    const others = [...listedIds, ...unlisted].filter((id) => id !== me)
    const computed: CostsGroup = {
      people,
      dates,
      days: daysOfTrip(dayCount(dates), meals, itinerary),
      settings: eating,
      currency: unit,
      me,
      party,
      own: listOwn(me, households),
      notComing: declined,
      everybody: listedIds.has(me) ? [...listedIds, ...unlisted] : [me, ...others],
      children: new Set(persons.flatMap(({ id, kind }) => (kind === 'child' ? [id] : []))),
      nameOf: names,
      isKnown: known,
      households,
      mine: householdOf(me, households),
      ...may,
    }
    return computed
  },
)

const counted = deriveLoaded([section('costs')], ([value]) => countCosts(value))

/** Who can say that a payment has arrived: people who plan the trip, for everybody in their party. */
const answering = derive([isAnswerNeeded, planners, section('people')], ([isNeeded, known, people]) => {
  if (!isNeeded || !known || !people) return undefined
  const parties = new Map(people.map(({ id, persons }) => [id, persons.map((person) => person.id)]))
  return new Set(known.people.flatMap(({ person_id, party_id }) => [person_id, ...(parties.get(party_id) ?? [])]))
})

const partyOf = derive([planners], ([known]) => {
  const confirmed = known?.people.filter((planner) => !planner.is_unconfirmed)
  return confirmed && new Map(confirmed.map(({ person_id, party_id }) => [person_id, party_id]))
})

/** Undefined until all that it depends on is loaded. */
function computeCosts(isOver: boolean): Derived<ComputedCosts | undefined> {
  const settled = deriveLoaded([costsGroup, counted, section('costs')], ([all, costs, { fees }]) => {
    const households = countByParty(costs.people, all.households)
    const held = heldFees(households, { fees, payments: costs.payments, isOver })
    const isMine = ({ from, to }: Transfer) => from === all.mine || to === all.mine
    const transfers = settle(withoutHeld(households, held))
    return {
      group: all,
      costs,
      households: sortHouseholds(households, all.mine),
      transfers: transfers.toSorted((one, other) => Number(isMine(other)) - Number(isMine(one))),
      held,
      isOneHousehold: isOneHousehold(all, costs),
    }
  })
  return derive([settled, answering, partyOf], ([all, known, parties]) =>
    all ? { ...all, answering: known, partyOf: parties } : undefined,
  )
}

/** With everything settled: what counts once the trip is over. */
export const costsOfTrip = computeCosts(true)

/** The same until the trip is over: nobody is asked to pay back a fee. */
export const costsSoFar = computeCosts(false)

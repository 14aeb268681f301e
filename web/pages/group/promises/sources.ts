import type { PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import { listText } from '#domain/list-text.ts'
import type { Bed, Beds } from '#domain/plan/beds.ts'
import type { ChecklistGroup } from '#domain/plan/checklist.ts'
import type { Gear } from '#domain/plan/gear.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Rides } from '#domain/plan/rides.ts'
import { planBeds } from '#domain/seats/beds.ts'
import { findRide, planRides } from '#domain/seats/cars.ts'
import type { ShoppingRow } from '#domain/shopping/rows.ts'
import { isBlank } from '#domain/text.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { placedTitle } from '#web/features/duties/duty-words.ts'
import { whoseCar } from '#web/features/rides/whose-car.ts'
import { whyAnother } from '#web/features/rides/why-another.ts'
import { itemName } from '#web/trip-core/item-name.ts'
import type { NameOf } from '#web/trip-core/people/names.ts'

/* Where people promise something. What a new section adds to a person's page is a line in `sources`. */

export interface PromisedPlan {
  people: readonly Party[]
  dates: TripDates
  /** The current user's id in the plan. */
  me: string
  nameOf: NameOf
  /** Whether somebody is in the trip, on its list of people or not. */
  isKnown: (personId: string) => boolean
  rides: Rides
  beds: Beds
  duties: readonly PeopleOnDuty[]
  gear: Gear
  checklist: readonly ChecklistGroup[]
  shopping: readonly ShoppingRow[]
}

interface Source {
  /** Its tab of the group's page. */
  tab: 'rides' | 'gear' | 'shopping'
  title: () => string
  /** What a person has promised or taken. Of somebody who is not coming, all of it is open again. */
  list: (plan: PromisedPlan, personId: string) => Promised[]
}

interface Promised {
  text: string
  /** Who waits for it while this person has it. */
  waiting?: readonly string[]
  /** Who has no seat because this person does not drive. */
  stranded?: readonly string[]
}

const sources: readonly Source[] = [
  { tab: 'rides', title: () => m.history_section_rides(), list: listRides },
  { tab: 'rides', title: () => m.history_section_beds(), list: listBeds },
  { tab: 'rides', title: () => m.duties_title(), list: listDuties },
  { tab: 'gear', title: () => m.history_section_gear(), list: listGear },
  { tab: 'shopping', title: () => m.history_section_shopping(), list: listPurchases },
]

export interface Promises {
  tab: Source['tab']
  title: string
  texts: readonly string[]
}

/**
 * What a person has promised, by where.
 * @param isBack they had declined, and have it again: says who waits now
 */
export function listPromises(plan: PromisedPlan, personId: string, isBack = false): Promises[] {
  const namesOf = (ids: readonly string[]) => ({ people: listText(ids.map(plan.nameOf)) })
  const textOf = ({ text, waiting = [], stranded = [] }: Promised) => {
    if (stranded.length > 0) return m.promises_stranded({ promise: text, ...namesOf(stranded) })
    return isBack && waiting.length > 0 ? m.promises_others_wait({ promise: text, ...namesOf(waiting) }) : text
  }
  return sources.flatMap(({ tab, title, list }) => {
    const texts = list(plan, personId).map(textOf)
    return texts.length > 0 ? [{ tab, title: title(), texts }] : []
  })
}

function listRides(plan: PromisedPlan, personId: string): Promised[] {
  const { cars, without } = planRides(plan.rides, plan)
  const drives = cars
    .filter(({ car }) => car.driver === personId)
    .map(({ car: { place }, isDriven, waiting, stranded }) => ({
      text: m.promises_drives({ from: isBlank(place) ? 'anywhere' : 'somewhere', place: place.trim() }),
      waiting: isDriven ? waiting : [],
      stranded,
    }))
  const ride = findRide({ cars, without }, personId)
  const seats = cars.flatMap(({ car, inside, waiting, notComing }) => {
    const rideIn = whoseCar(car.driver, plan)
    if (inside.includes(personId) || notComing.includes(personId)) return [{ text: m.promises_seat(rideIn), waiting }]
    return waiting.includes(personId) ? [{ text: m.promises_waits_for_seat(rideIn) }] : []
  })
  const why = ride?.is === 'missing' ? whyAnother(ride, plan, plan.dates) : ''
  return [...drives, ...seats, ...(why ? [{ text: m.promises_needs_ride({ why }) }] : [])]
}

function listBeds(plan: PromisedPlan, personId: string): Promised[] {
  const bedOf = ({ name, kind }: Bed) => ({ called: isBlank(name) ? 'by_kind' : 'named', name: name.trim(), kind })
  return planBeds(plan.beds, plan).beds.flatMap(({ bed, inside, waiting, notComing }) => {
    if (inside.includes(personId) || notComing.includes(personId))
      return [{ text: m.promises_bed(bedOf(bed)), waiting }]
    return waiting.includes(personId) ? [{ text: m.promises_waits_for_bed(bedOf(bed)) }] : []
  })
}

function listDuties({ duties, dates }: PromisedPlan, personId: string): Promised[] {
  return duties.flatMap(({ duty, on, waiting, notComing, absent }) => {
    const title = placedTitle(duty, dates)
    if (on.includes(personId) || notComing.includes(personId)) return [{ text: title, waiting }]
    if (absent.includes(personId)) return [{ text: m.duties_absent({ name: title }) }]
    return waiting.includes(personId) ? [{ text: m.duties_waits({ name: title }) }] : []
  })
}

/** What everyone brings for themselves is no promise. */
function listGear({ gear, checklist }: PromisedPlan, personId: string): Promised[] {
  const items = new Map(
    checklist.flatMap((group) => group.items.map((item, index) => [item.id, { item, number: index + 1 }])),
  )
  const own = gear.claims.filter(({ person_id, count, item }) => {
    return person_id === personId && count > 0 && items.get(item)?.item.is_each !== true
  })
  return own.map(({ item, name, count }) => {
    const listed = items.get(item)
    return { text: m.gear_packing_item({ name: itemName(listed?.item ?? { name }, listed?.number), count }) }
  })
}

/** What somebody gets, and nobody has bought yet. */
function listPurchases({ shopping }: PromisedPlan, personId: string): Promised[] {
  const open = shopping.filter(({ details, isDone, isLeftover }) => {
    return details.buyer === personId && !isDone && !isLeftover
  })
  return open.map(({ name }) => ({ text: name }))
}

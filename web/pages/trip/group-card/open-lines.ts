import {
  Backpack,
  BedDouble,
  CarFront,
  CircleCheck,
  ClipboardList,
  type LucideIcon,
  ShoppingBasket,
  Users,
} from 'lucide-react'
import type { PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import { firstName } from '#domain/first-name.ts'
import type { GearGroup } from '#domain/gear/gear-items.ts'
import { isCounted } from '#domain/gear/promised.ts'
import type { Beds } from '#domain/plan/beds.ts'
import { listPersons, type Party, type Person } from '#domain/plan/people.ts'
import type { Rides } from '#domain/plan/rides.ts'
import type { Progress } from '#domain/progress.ts'
import { planBeds } from '#domain/seats/beds.ts'
import { planRides } from '#domain/seats/cars.ts'
import { isAhead } from '#domain/today/ahead.ts'
import type { Phase } from '#domain/today/phase.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { listSome } from '#web/trip-core/list-some.ts'
import type { Line } from '#web/trip-core/today.ts'

/** What may be open for the group. The group card says how much of it is. */
export type OpenKind = 'claims' | 'rides' | 'drivers' | 'beds' | 'gear' | 'duties' | 'shopping'

export interface OpenPlan {
  tripId: string
  phase: Phase
  /** The current user's id in the plan. */
  me: string
  people: readonly Party[]
  dates: TripDates
  /** Whether somebody is in the trip, on its list of people or not. */
  isKnown: (personId: string) => boolean
  /** How many joined under a name on the list, and wait until somebody confirms it. */
  claims: number
  rides: Rides
  beds: Beds
  gear: readonly GearGroup[]
  duties: readonly PeopleOnDuty[]
  /** What is bought of the shopping list; undefined while it is not computed. */
  shopping: Progress | undefined
}

interface Kind {
  icon: LucideIcon
  /** The tab and the place on it. */
  place: string
  /** How much is open; undefined while that is not known. */
  count: (plan: OpenPlan) => number | undefined
  text: (count: number, plan: OpenPlan) => string
  /** What to say if nothing is. */
  done?: (plan: OpenPlan) => Done
}

/** `isSure`: false if it depends on people who have not said that they are coming. */
interface Done {
  text: string
  isSure: boolean
}

const withoutRide = (plan: OpenPlan) => planRides(plan.rides, plan).without.map(({ id }) => id)
const withoutBed = (plan: OpenPlan) => planBeds(plan.beds, plan).without.map(({ id }) => id)

const hasNotDecided = ({ coming }: Person) => coming === 'open' || coming === 'unsure'

/** Whether somebody may come, but has not said that they do. Nothing that depends on them is done. */
function isUndecided({ people }: OpenPlan): (personId: string) => boolean {
  const undecided = new Set(
    listPersons(people)
      .filter(hasNotDecided)
      .map(({ id }) => id),
  )
  return (personId) => undecided.has(personId)
}

/** That everybody has a place, or so far only those who have said that they are coming. */
function everybodyHas(plan: OpenPlan, all: () => string, soFar: (coming: { coming: number }) => string): Done {
  const persons = listPersons(plan.people)
  if (!persons.some(hasNotDecided)) return { text: all(), isSure: true }
  return { text: soFar({ coming: persons.filter(({ coming }) => coming === 'coming').length }), isSure: false }
}

/** That everything is promised, or only if those come who promised it. */
function isPromised(plan: OpenPlan, by: readonly string[], all: () => string, soFar: () => string): Done {
  const isSure = !by.some(isUndecided(plan))
  return { text: isSure ? all() : soFar(), isSure }
}

/** Whether all who may come are one party: they know each other by first name, and one of them seats all. */
export function isOneParty(people: readonly Party[]): boolean {
  return people.filter(({ persons }) => persons.some(({ coming }) => coming !== 'not_coming')).length === 1
}

/** A sentence about people by first name: 'You and Kim have no seat yet'. Undefined in a trip of several parties. */
function ofParty(
  ids: readonly string[],
  { people, me }: OpenPlan,
  sentence: (about: { names: string; count: number }) => string,
): string | undefined {
  if (!isOneParty(people)) return undefined
  const firstNameOf = (id: string) =>
    firstName(listPersons(people).find((person) => person.id === id)?.name ?? '') || m.group_person_nameless()
  const isMe = ids.includes(me)
  const names = [...(isMe ? [m.shopping_you()] : []), ...ids.filter((id) => id !== me).map(firstNameOf)]
  // As the verb needs it: 'You have', 'Kim has'.
  return sentence({ names: listSome(names), count: isMe ? 2 : ids.length })
}

/** The ids of those who bring something that the group needs. */
const listBringers = ({ gear }: OpenPlan): string[] =>
  gear
    .flatMap(({ items }) => items)
    .flatMap(({ item, claims }) => (isCounted(item) ? claims.map(({ claim }) => claim.person_id) : []))

const kinds: Record<OpenKind, Kind> = {
  claims: {
    icon: Users,
    place: 'people',
    count: ({ claims }) => claims,
    text: (count) => m.open_line_claims({ count }),
  },
  rides: {
    icon: CarFront,
    place: 'rides#without-ride',
    count: (plan) => withoutRide(plan).length,
    text: (count, plan) => ofParty(withoutRide(plan), plan, m.open_line_rides_party) ?? m.open_line_rides({ count }),
    done: (plan) => everybodyHas(plan, m.open_line_rides_done, m.open_line_rides_so_far),
  },
  drivers: {
    icon: CarFront,
    place: 'rides',
    count: ({ rides }) => rides.cars.filter(({ driver }) => driver === '').length,
    text: (count) => m.open_line_drivers({ count }),
  },
  beds: {
    icon: BedDouble,
    place: 'rides#without-bed',
    count: (plan) => withoutBed(plan).length,
    text: (count, plan) => ofParty(withoutBed(plan), plan, m.open_line_beds_party) ?? m.open_line_beds({ count }),
    done: (plan) => everybodyHas(plan, m.open_line_beds_done, m.open_line_beds_so_far),
  },
  gear: {
    icon: Backpack,
    place: 'gear',
    count: ({ gear }) => gear.flatMap(({ items }) => items).filter(({ missing }) => missing > 0).length,
    text: (count) => m.open_line_gear({ count }),
    done: (plan) => isPromised(plan, listBringers(plan), m.open_line_gear_done, m.open_line_gear_so_far),
  },
  duties: {
    icon: ClipboardList,
    place: 'rides#duties',
    count: ({ duties, phase }) => duties.filter(({ duty, open }) => open > 0 && isAhead(duty.day, phase)).length,
    text: (count) => m.open_line_duties({ count }),
    done: (plan) => {
      const by = plan.duties.flatMap(({ duty, on }) => (isAhead(duty.day, plan.phase) ? on : []))
      return isPromised(plan, by, m.open_line_duties_done, m.open_line_duties_so_far)
    },
  },
  shopping: {
    icon: ShoppingBasket,
    place: 'shopping',
    count: ({ shopping }) => shopping && shopping.total - shopping.done,
    text: (count, { shopping }) => m.open_line_shopping({ count, total: shopping?.total ?? count }),
    done: () => ({ text: m.open_line_shopping_done(), isSure: true }),
  },
}

export type OpenLine = Line & { kind: OpenKind }

/** The lines of these kinds: first what is open. A kind that is not known yet is left out. */
export function listOpenLines(names: readonly OpenKind[], plan: OpenPlan): OpenLine[] {
  const lines = names.flatMap((name): OpenLine[] => {
    const { icon, place, count: countOf, text, done } = kinds[name]
    const count = countOf(plan)
    if (count === undefined) return []
    const line = { kind: name, part: 'own', href: `/trip/${plan.tripId}/group?tab=${place}`, icon } as const
    if (count > 0 || !done) return [{ ...line, text: text(count, plan), isOpen: true }]
    const { text: said, isSure } = done(plan)
    return [{ ...line, text: said, ...(isSure && { icon: CircleCheck }) }]
  })
  return lines.toSorted((one, other) => Number(other.isOpen ?? false) - Number(one.isOpen ?? false))
}

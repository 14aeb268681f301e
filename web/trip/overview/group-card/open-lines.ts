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
import { listWithoutBed } from '#domain/places/beds.ts'
import { listWithoutRide } from '#domain/places/cars.ts'
import type { Beds } from '#domain/plan/beds.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import type { Rides } from '#domain/plan/rides.ts'
import type { Progress } from '#domain/progress.ts'
import { isAhead } from '#domain/today/ahead.ts'
import type { Phase } from '#domain/today/phase.ts'
import * as m from '#messages'
import { listSome } from '../../list-some.ts'
import type { Line } from '../today/today-plan.ts'

/** What may be open for the group. The group card says how much of it is. */
export type OpenKind = 'claims' | 'rides' | 'beds' | 'gear' | 'duties' | 'shopping'

export interface OpenPlan {
  tripId: string
  phase: Phase
  /** The current user's id in the plan. */
  me: string
  people: readonly Party[]
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
  done?: () => string
}

const withoutRide = ({ rides, people, isKnown }: OpenPlan) => listWithoutRide(rides, people).filter(isKnown)
const withoutBed = ({ beds, people, isKnown }: OpenPlan) => listWithoutBed(beds, people).filter(isKnown)

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
    done: m.open_line_rides_done,
  },
  beds: {
    icon: BedDouble,
    place: 'rides#without-bed',
    count: (plan) => withoutBed(plan).length,
    text: (count, plan) => ofParty(withoutBed(plan), plan, m.open_line_beds_party) ?? m.open_line_beds({ count }),
    done: m.open_line_beds_done,
  },
  gear: {
    icon: Backpack,
    place: 'gear',
    count: ({ gear }) => gear.flatMap(({ items }) => items).filter(({ missing }) => missing > 0).length,
    text: (count) => m.open_line_gear({ count }),
    done: m.open_line_gear_done,
  },
  duties: {
    icon: ClipboardList,
    place: 'rides#duties',
    count: ({ duties, phase }) => duties.filter(({ duty, open }) => open > 0 && isAhead(duty.day, phase)).length,
    text: (count) => m.open_line_duties({ count }),
    done: m.open_line_duties_done,
  },
  shopping: {
    icon: ShoppingBasket,
    place: 'shopping',
    count: ({ shopping }) => shopping && shopping.total - shopping.done,
    text: (count, { shopping }) => m.open_line_shopping({ count, total: shopping?.total ?? count }),
    done: m.open_line_shopping_done,
  },
}

export type OpenLine = Line & { kind: OpenKind }

/** The lines of these kinds: first what is open. A kind that is not known yet is left out. */
export function listOpenLines(names: readonly OpenKind[], plan: OpenPlan): OpenLine[] {
  const lines = names.flatMap((name): OpenLine[] => {
    const { icon, place, count: countOf, text, done } = kinds[name]
    const count = countOf(plan)
    if (count === undefined) return []
    const line = { kind: name, part: 'own', href: `/trip/${plan.tripId}/group?tab=${place}` } as const
    return count > 0 || !done
      ? [{ ...line, icon, text: text(count, plan), isOpen: true }]
      : [{ ...line, icon: CircleCheck, text: done() }]
  })
  return lines.toSorted((one, other) => Number(other.isOpen ?? false) - Number(one.isOpen ?? false))
}

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
import type { GearGroup } from '#domain/gear/gear-items.ts'
import { listWithoutBed } from '#domain/places/beds.ts'
import { listWithoutRide } from '#domain/places/cars.ts'
import type { Beds } from '#domain/plan/beds.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Rides } from '#domain/plan/rides.ts'
import type { Progress } from '#domain/progress.ts'
import { isAhead } from '#domain/today/ahead.ts'
import type { Phase } from '#domain/today/phase.ts'
import * as m from '#messages'
import type { Line } from '../today/today-plan.ts'

/** What may be open for the group. The group card says how much of it is. */
export type OpenKind = 'claims' | 'rides' | 'beds' | 'gear' | 'duties' | 'shopping'

export interface OpenPlan {
  tripId: string
  phase: Phase
  people: readonly Party[]
  /** Whether somebody is in the trip, on its list of people or not. */
  isKnown: (personId: string) => boolean
  /** How many say they are on the list, and wait until somebody confirms it. */
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
    count: ({ rides, people, isKnown }) => listWithoutRide(rides, people).filter(isKnown).length,
    text: (count) => m.open_line_rides({ count }),
    done: m.open_line_rides_done,
  },
  beds: {
    icon: BedDouble,
    place: 'rides#without-bed',
    count: ({ beds, people, isKnown }) => listWithoutBed(beds, people).filter(isKnown).length,
    text: (count) => m.open_line_beds({ count }),
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

/** The lines of these kinds: first what is open. A kind that is not known yet is left out. */
export function listOpenLines(names: readonly OpenKind[], plan: OpenPlan): Line[] {
  const lines = names.flatMap((name): Line[] => {
    const { icon, place, count: countOf, text, done } = kinds[name]
    const count = countOf(plan)
    if (count === undefined) return []
    const line = { part: 'own', href: `/trip/${plan.tripId}/group?tab=${place}` } as const
    return count > 0 || !done
      ? [{ ...line, icon, text: text(count, plan), isOpen: true }]
      : [{ ...line, icon: CircleCheck, text: done() }]
  })
  return lines.toSorted((one, other) => Number(other.isOpen ?? false) - Number(one.isOpen ?? false))
}

import type { PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import type { GearGroup } from '#domain/gear/gear-items.ts'
import type { Beds } from '#domain/plan/beds.ts'
import { listPersons } from '#domain/plan/people.ts'
import type { Rides } from '#domain/plan/rides.ts'
import type { Progress } from '#domain/progress.ts'
import { planBeds } from '#domain/seats/beds.ts'
import { type FilledCar, planRides, type RidePlan } from '#domain/seats/cars.ts'
import type { WithoutSeat } from '#domain/seats/seats.ts'
import { hasSetOff, isAhead } from '#domain/today/ahead.ts'
import { whereAndWhen } from '#domain/today/departure-text.ts'
import type { Phase } from '#domain/today/phase.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { placedTitle } from '#web/features/duties/duty-words.ts'
import type { Group } from '#web/trip-core/derived/group.ts'
import { itemName } from '#web/trip-core/item-name.ts'
import { nameOf as nameOfPerson } from '#web/trip-core/people/person-words.ts'

/* What and who is still open in a group: answers, gear, rides, beds, duties. */

/** What is open of one kind, and the tab where somebody can change it. */
export interface OpenInTab {
  tab: 'people' | 'gear' | 'rides' | 'shopping'
  title: string
  texts: string[]
}

export interface OpenInput {
  group: Pick<Group, 'people' | 'dates' | 'isKnown' | 'nameInText'>
  phase: Phase
  gear: readonly GearGroup[]
  rides: Rides
  beds: Beds
  duties: readonly PeopleOnDuty[]
  /** How much is bought; undefined if the list is not begun. */
  shopping: Progress | undefined
}

/** Kinds with nothing open are left out, as are rides and gear once the group has set off. */
export function listOpen({ group, phase, gear, rides, beds, duties, shopping }: OpenInput): OpenInTab[] {
  const { people, dates } = group
  const persons = listPersons(people)
  const namesOf = (without: readonly WithoutSeat[]) => without.map(({ id }) => group.nameInText(id))
  const missing = hasSetOff(phase) ? [] : gear.flatMap(({ items }) => items.filter((one) => one.missing > 0))
  const { cars, without } = hasSetOff(phase) ? noRides : planRides(rides, group)
  const kinds: OpenInTab[] = [
    {
      tab: 'people',
      title: m.open_answers(),
      texts: persons.filter(({ coming }) => coming === 'open').map(nameOfPerson),
    },
    {
      tab: 'gear',
      title: m.open_gear(),
      texts: missing.map((one) => m.open_gear_item({ name: itemName(one.item, one.number), count: one.missing })),
    },
    { tab: 'rides', title: m.open_rides(), texts: namesOf(without) },
    {
      tab: 'rides',
      title: m.open_drivers(),
      texts: cars.filter(({ trouble }) => trouble === 'nobody').map((one) => carText(one, dates)),
    },
    { tab: 'rides', title: m.open_beds(), texts: namesOf(planBeds(beds, group).without) },
    {
      tab: 'rides',
      title: m.open_duties(),
      texts: duties
        .filter(({ duty, open }) => open > 0 && isAhead(duty.day, phase))
        .map(({ duty, open }) => m.open_duty({ duty: placedTitle(duty, dates), count: open })),
    },
    { tab: 'shopping', title: m.open_shopping(), texts: shopping ? toBuy(shopping) : [] },
  ]
  return kinds.filter(({ texts }) => texts.length > 0)
}

const noRides: RidePlan = { cars: [], without: [] }

/** 'Kingston · Fri, Jul 2, 7:30 AM · 2 of 4 seats taken'. */
const carText = ({ car, free }: FilledCar, dates: TripDates): string =>
  [...whereAndWhen(car, dates), m.rides_taken({ taken: car.seats - free, places: car.seats })].join(' · ')

const toBuy = ({ done, total }: Progress): string[] =>
  done < total ? [m.open_line_shopping({ count: total - done, total })] : []

/** The same as one text, to send to the group. */
export function openAsText(trip: string, kinds: readonly OpenInTab[]): string {
  const blocks = kinds.map(({ title, texts }) => [title, ...texts.map((text) => m.open_text_line({ text }))].join('\n'))
  return [m.open_text_title({ trip }), ...blocks].join('\n\n')
}

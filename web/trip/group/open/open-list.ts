import type { PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import type { GearGroup } from '#domain/gear/gear-items.ts'
import { listWithoutBed } from '#domain/places/beds.ts'
import { listWithoutRide } from '#domain/places/cars.ts'
import type { Beds } from '#domain/plan/beds.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import type { Rides } from '#domain/plan/rides.ts'
import type { Progress } from '#domain/progress.ts'
import { hasSetOff, isAhead } from '#domain/today/ahead.ts'
import type { Phase } from '#domain/today/phase.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { itemName } from '../../item-name.ts'
import { placedTitle } from '../duties/duty-words.ts'
import { nameOf as nameOfPerson } from '../person-words.ts'
import type { Group } from '../rides/use-group.ts'

/* What and who is still open in a group: answers, gear, rides, beds, duties. */

/** What is open of one kind, and the tab where somebody can change it. */
export interface OpenInTab {
  tab: 'people' | 'gear' | 'rides' | 'shopping'
  title: string
  texts: string[]
}

export interface OpenInput {
  people: readonly Party[]
  group: Pick<Group, 'isKnown' | 'nameInText'>
  dates: TripDates
  phase: Phase
  gear: readonly GearGroup[]
  rides: Rides
  beds: Beds
  duties: readonly PeopleOnDuty[]
  /** How much is bought; undefined if the list is not begun. */
  shopping: Progress | undefined
}

/** Kinds with nothing open are left out, as are rides and gear once the group has set off. */
export function listOpen({ people, group, dates, phase, gear, rides, beds, duties, shopping }: OpenInput): OpenInTab[] {
  const persons = listPersons(people)
  const namesOf = (ids: readonly string[]) => ids.filter(group.isKnown).map(group.nameInText)
  const missing = hasSetOff(phase) ? [] : gear.flatMap(({ items }) => items.filter((one) => one.missing > 0))
  const withoutRide = hasSetOff(phase) ? [] : listWithoutRide(rides, people)
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
    { tab: 'rides', title: m.open_rides(), texts: namesOf(withoutRide) },
    { tab: 'rides', title: m.open_beds(), texts: namesOf(listWithoutBed(beds, people)) },
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

const toBuy = ({ done, total }: Progress): string[] =>
  done < total ? [m.open_line_shopping({ count: total - done, total })] : []

/** The same as one text, to send to the group. */
export function openAsText(trip: string, kinds: readonly OpenInTab[]): string {
  const blocks = kinds.map(({ title, texts }) => [title, ...texts.map((text) => m.open_text_line({ text }))].join('\n'))
  return [m.open_text_title({ trip }), ...blocks].join('\n\n')
}

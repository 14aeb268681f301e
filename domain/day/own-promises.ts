import { readOnce } from '../food/read-once.ts'
import { listItems } from '../food/shopping-list.ts'
import { listUnpacked } from '../gear/packing-list.ts'
import { listNotComing } from '../not-coming.ts'
import type { ChecklistGroup } from '../plan/checklist.ts'
import type { Eating } from '../plan/details.ts'
import type { Gear } from '../plan/gear.ts'
import type { Meals } from '../plan/meals.ts'
import type { Party } from '../plan/people.ts'
import type { Shopping } from '../plan/shopping.ts'
import { shoppingRows } from '../shopping/rows.ts'
import { trimmed } from '../text.ts'
import type { TripDates } from '../trip-days.ts'
import { noPromises, type OwnPromises } from './promises.ts'

/*
 * What one person has promised for the departure: to bring and to buy.
 * Invariants: what is packed or bought is over, so it is not in it, and what everyone brings is no promise.
 */

export interface PromiseValues {
  people: readonly Party[]
  dates: TripDates
  eating: Eating
  meals: Meals
  checklist: readonly ChecklistGroup[]
  gear: Gear
  shopping: Shopping
}

/** @param values without samples and placeholders */
export function findOwnPromises(personId: string, values: PromiseValues): OwnPromises {
  const { people, dates, eating, meals, checklist, gear, shopping } = values
  const notComing = listNotComing(people)
  if (notComing.has(personId)) return noPromises
  const bring = listUnpacked(checklist, gear, { personId, notComing }).filter(({ isEach }) => !isEach)
  return {
    bring: bring.map(({ name }) => trimmed(name)).filter(Boolean),
    buy: hasBuyer(personId, shopping) ? listToBuy() : [],
  }

  function listToBuy(): string[] {
    const items = listItems({ people, dates, settings: eating, days: meals, ...readOnce })
    return shoppingRows(items, shopping, [], readOnce).flatMap(({ name, details, isDone, isLeftover }) =>
      details.buyer === personId && !isDone && !isLeftover ? [name] : [],
    )
  }
}

/** The list of a large trip takes some milliseconds, so it is computed only for those who buy something. */
const hasBuyer = (personId: string, { items, states }: Shopping) =>
  [...items, ...states].some(({ buyer }) => buyer === personId)

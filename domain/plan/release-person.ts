import type { SectionValue } from './index.ts'

/*
 * Takes back what somebody promised who is removed from the list of people: seats, beds, duties, gear, and what they
 * would buy are open again for others. What they bought stays theirs.
 */

export type ReleasedSection = 'gear' | 'rides' | 'beds' | 'duties' | 'shopping'

/** By section, its value without what a person promised; the same object if they promised nothing there. */
export const releasePerson: {
  readonly [Name in ReleasedSection]: (value: SectionValue<Name>, personId: string) => SectionValue<Name>
} = {
  gear: (value, personId) => {
    const claims = mapSome(value.claims, (one) => one.person_id === personId && one.count > 0, {
      count: 0,
      is_packed: false,
    })
    return claims === value.claims ? value : { ...value, claims }
  },
  rides: (value, personId) => {
    const cars = mapSome(value.cars, ({ driver }) => driver === personId, { driver: '' })
    const riders = without(value.riders, ({ id }) => id === personId)
    return cars === value.cars && riders === value.riders ? value : { ...value, cars, riders }
  },
  beds: (value, personId) => {
    const sleepers = without(value.sleepers, ({ id }) => id === personId)
    return sleepers === value.sleepers ? value : { ...value, sleepers }
  },
  duties: (value, personId) => {
    const volunteers = without(value.volunteers, ({ person_id }) => person_id === personId)
    return volunteers === value.volunteers ? value : { ...value, volunteers }
  },
  shopping: (value, personId) => {
    const isBuyer = ({ buyer }: { buyer: string }) => buyer === personId
    const items = mapSome(value.items, isBuyer, { buyer: '' })
    const states = mapSome(value.states, isBuyer, { buyer: '' })
    return items === value.items && states === value.states ? value : { ...value, items, states }
  },
}

function mapSome<List extends readonly object[]>(
  list: List,
  isMeant: (entry: List[number]) => boolean,
  change: Partial<List[number]>,
): List {
  return list.some(isMeant) ? (list.map((one) => (isMeant(one) ? { ...one, ...change } : one)) as never) : list
}

function without<List extends readonly object[]>(list: List, isMeant: (entry: List[number]) => boolean): List {
  return list.some(isMeant) ? (list.filter((one) => !isMeant(one)) as never) : list
}

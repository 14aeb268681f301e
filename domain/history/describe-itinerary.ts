import { equal } from '../operations/json.ts'
import { type Activity, type Itinerary, levels } from '../plan/itinerary.ts'
import { compareLists, quote } from './changes.ts'
import { describeDays } from './describe-days.ts'

const fields = {
  time: 'time',
  description: 'description',
  duration: 'duration',
  mapUrl: 'map',
  icon: 'icon',
} as const satisfies Partial<Record<keyof Activity, string>>

/** What changed in the itinerary, in sentences without their subject: 'added 'Canoeing' to day 2'. */
export function describeItinerary(before: Itinerary, after: Itinerary): string[] {
  return describeDays(before, after, (day, earlier, later) => [
    ...(earlier.title === later.title ? [] : [`renamed day ${day} to ${quote(later.title)}`]),
    ...levels.flatMap((level) => describeActivities(day, earlier[level], later[level])),
  ])
}

function describeActivities(day: string, before: Activity[], after: Activity[]): string[] {
  const { added, removed, changed, reordered } = compareLists(before, after)
  return [
    ...added.map(({ activity }) => `added ${quote(activity)} to day ${day}`),
    ...removed.map(({ activity }) => `removed ${quote(activity)} from day ${day}`),
    ...changed.flatMap((pair) => describeActivity(day, pair.before, pair.after)),
    ...(reordered ? [`put the activities of day ${day} in another order`] : []),
  ]
}

function describeActivity(day: string, before: Activity, after: Activity): string[] {
  const names = (Object.keys(fields) as (keyof typeof fields)[]).filter((name) => !equal(before[name], after[name]))
  return [
    ...(before.activity === after.activity ? [] : [`renamed ${quote(before.activity)} to ${quote(after.activity)}, day ${day}`]),
    ...names.map((name) => `changed the ${fields[name]} of ${quote(after.activity)}, day ${day}`),
  ]
}

import type { Activity } from '../plan/itinerary.ts'
import { readActivityTime } from './activity-time.ts'

/**
 * The activities of a column in the order of their times. One whose time cannot be read for sure stays where it is in
 * the list. The same list if nothing moves.
 */
export function sortActivities(activities: Activity[]): Activity[] {
  const starts = new Map(activities.map((one) => [one, readActivityTime(one)?.start]))
  const timed = activities.filter((one) => starts.get(one) !== undefined)
  const inOrder = timed.toSorted((one, other) => (starts.get(one) ?? 0) - (starts.get(other) ?? 0))
  if (inOrder.every((one, index) => one === timed[index])) return activities
  return activities.map((one) => (starts.get(one) === undefined ? one : (inOrder.shift() ?? one)))
}

import { isTimeZone } from '../today/clock.ts'
import { listTripEvents, type TripEvents, tripPageUrl } from './trip-events.ts'
import { writeCalendar } from './write-calendar.ts'

interface CalendarFile extends Omit<TripEvents, 'stateOf' | 'isOneOfMany'> {
  now: Date
}

/** The calendar of a trip as a file, made on the device. One that is saved later replaces what this one contains. */
export function calendarOfTrip({ now, ...about }: CalendarFile): string {
  const changedAt = now.getTime()
  // The device does not know the versions of the plan. The minute grows as well.
  const state = { sequence: Math.floor(changedAt / 60_000), changedAt }
  return writeCalendar({
    name: about.trip.name,
    url: tripPageUrl(about),
    zone: zoneToWrite(about.plan.zone),
    refresh: '',
    events: listTripEvents({ ...about, stateOf: () => state }),
  })
}

/** The zone of a trip; '' for one that calendars may not know. */
export const zoneToWrite = (zone: string): string => (zone !== '' && isTimeZone(zone) ? zone : '')

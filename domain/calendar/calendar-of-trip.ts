import { isTimeZone } from '../today/clock.ts'
import { listTripEvents, type TripEvents, tripPageUrl } from './trip-events.ts'
import { writeCalendar } from './write-calendar.ts'

interface CalendarFile extends Omit<TripEvents, 'stateOf' | 'isOneOfMany'> {
  now: Date
  /** The zone of the device; '' if it does not say. */
  deviceZone: string
}

/** The calendar of a trip as a file, made on the device. One that is saved later replaces what this one contains. */
export function calendarOfTrip({ now, deviceZone, ...about }: CalendarFile): string {
  const changedAt = now.getTime()
  // The device does not know the versions of the plan. The minute grows as well.
  const state = { sequence: Math.floor(changedAt / 60_000), changedAt }
  return writeCalendar({
    name: about.trip.name,
    url: tripPageUrl(about),
    zone: zoneToWrite(deviceZone),
    refresh: '',
    events: listTripEvents({ ...about, stateOf: () => state }),
  })
}

/**
 * The zone of a calendar: that of the device, never the trip's. What floats may be at home, as a departure is, and what
 * is in the trip's zone is written in UTC.
 * @returns '' for a zone that calendars may not know
 */
export const zoneToWrite = (deviceZone: string): string =>
  deviceZone !== '' && isTimeZone(deviceZone) ? deviceZone : ''

import { calendarOfTrip } from '#domain/calendar/calendar-of-trip.ts'
import type { Reminders } from '#domain/calendar/reminders.ts'
import { CALENDAR_TYPE } from '#domain/calendar/write-calendar.ts'
import { daySections, planSections } from '#domain/day/plan-of-values.ts'
import { noPromises } from '#domain/day/promises.ts'
import { deviceZone } from '#web/browser/device-zone.ts'
import { dayEntries, dayPlan } from '#web/trip-core/derived/day.ts'
import { ownPromises } from '#web/trip-core/derived/own-promises.ts'
import { listedPeople, namesInPlan, namesInText, ownId } from '#web/trip-core/derived/people.ts'
import { type PlanView, section } from '#web/trip-core/derived/plan-view.ts'
import { fileName, saveFile } from '#web/ui/save-file.ts'

interface Contents {
  /** Whether it is only what concerns the current user. */
  isOwn: boolean
  reminders?: Reminders
}

/**
 * Saves the trip's calendar as a file, made on the device: it needs no network.
 * @returns why it was not saved; undefined if it was
 */
export function saveCalendar(view: PlanView, { isOwn, reminders }: Contents): 'loading' | 'empty' | 'none' | undefined {
  // A file that looks whole and is not would be found out on the trip.
  if ((isOwn ? daySections : planSections).some((name) => view.values[name] === undefined)) return 'loading'
  const { trip } = view
  const text = calendarOfTrip({
    trip,
    plan: dayPlan(view),
    people: listedPeople(view),
    places: section('places')(view) ?? [],
    me: isOwn ? ownId(view) : '',
    promises: isOwn ? (ownPromises(view) ?? noPromises) : noPromises,
    nameOf: isOwn ? namesInPlan(view) : namesInText(view),
    // Readers cannot open the trip, and their link stays theirs.
    origin: trip.role === null ? '' : location.origin,
    ...(reminders && { reminders }),
    now: new Date(),
    deviceZone: deviceZone(),
  })
  if (!text.includes('\nBEGIN:VEVENT'))
    return dayEntries(view).some(({ date }) => date !== undefined) ? 'none' : 'empty'
  saveFile(text, { type: CALENDAR_TYPE, name: fileName(trip.name, '', 'ics') })
  return undefined
}

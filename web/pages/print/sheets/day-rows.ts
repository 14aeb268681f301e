import type { DayEntry, TripDay } from '#domain/day/day-entry.ts'
import { dayLabelOf } from '#domain/day/day-words.ts'
import { type EntryNames, entryFacts, entryTitle } from '#domain/day/entry-words.ts'
import { type SheetEntry, withDuties } from '#domain/day/plan-sheet.ts'
import { zoneFacts } from '#domain/day/zone-words.ts'
import { dutyTitle } from '#domain/duties/duty-words.ts'
import { listText } from '#domain/list-text.ts'
import { timeText } from '#domain/today/time-text.ts'
import * as m from '#messages'
import { card, row, type SheetCard, shortened } from '../sheet.ts'

/* The days of a trip, and what entries say on paper. */

/** '9 AM', '9:30 AM'. */
export const shortTime = (minute: number): string => timeText(minute).replace(':00', '')

/** '9 AM – 10:30 AM', '9 AM', 'after lunch'; '' for sometime. */
export function timeOnPaper({ start, end, typedTime }: DayEntry): string {
  if (start === undefined) return shortened(typedTime, 60)
  return end === undefined ? shortTime(start) : m.print_from_to({ start: shortTime(start), end: shortTime(end) })
}

/** What else to know: the time as typed, if it says more, where, with whom, and who does what at a meal. */
export function factsOf({ entry, duties }: SheetEntry, names: EntryNames): string[] {
  return [
    shortened(entry.typedTime, 60),
    // Between two zones, each end of a journey says its own.
    ...zoneFacts(entry, entry.zone),
    ...entryFacts(entry, names),
    ...duties.map((duty) => dutyText(duty, names)),
  ].filter(Boolean)
}

/** 'Cook: Ana and Ben'; only the duty if it has no people. */
function dutyText({ thing }: DayEntry, { nameOf }: EntryNames): string {
  if (thing.of !== 'duties') return ''
  const duty = dutyTitle(thing.duty)
  return thing.on.length > 0 ? m.print_duty({ duty, people: listText(thing.on.map(nameOf)) }) : duty
}

/** One day after another. */
export function dayCards(days: readonly TripDay[], names: EntryNames): SheetCard[] {
  return days.map((day, index) => {
    const entries = withDuties(day.entries)
    const rows = entries.map((one) => {
      const { entry } = one
      const description = entry.thing.of === 'itinerary' ? shortened(entry.thing.activity.description, 300) : ''
      // What somebody typed as its time is below: above '6 AM', '8:15' would read as one.
      const time = entry.start === undefined ? m.timeline_sometime() : timeOnPaper(entry)
      const notes = [...factsOf(one, names), description].filter(Boolean)
      return row(entry.id, entryTitle(entry, names), { time, notes })
    })
    return card(`day ${index}`, {
      title: dayLabelOf(day),
      aside: shortened(day.title, 120),
      facts: rows.length > 0 ? [] : [m.print_nothing_planned()],
      rows,
    })
  })
}

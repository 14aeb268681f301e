import * as m from '#messages'
import type { DayEntry } from '../day/day-entry.ts'
import { type EntryNames, entryTitle, mealName } from '../day/entry-words.ts'
import { trimmed } from '../text.ts'

/** What an entry says to the person whose calendar it is in: 'You drive', 'You cook: Dinner'. */
export function ownTitle(entry: DayEntry, names: EntryNames): string {
  const { thing } = entry
  const { me, nameOf } = names
  if (me === '') return entryTitle(entry, names)
  if (thing.of === 'rides') {
    const { driver } = thing.car
    if (driver === me) return m.today_ride_drive()
    const whose = driver === '' ? 'nobody' : 'other'
    const car = m.rides_car_in_sentence({ whose, name: driver === '' ? '' : nameOf(driver) })
    return thing.riders.includes(me) ? m.today_ride({ car }) : entryTitle(entry, names)
  }
  if (thing.of === 'duties' && thing.on.includes(me)) {
    const { kind, name, meal } = thing.duty
    const own = trimmed(name)
    const what = [meal === '' ? '' : mealName(meal), kind === 'other' ? '' : own].filter(Boolean)
    const duty = m.calendar_own_duty({ kind, name: own || m.duties_kind_other() })
    return what.length === 0 ? duty : m.calendar_own_duty_of({ duty, what: what.join(', ') })
  }
  return entryTitle(entry, names)
}

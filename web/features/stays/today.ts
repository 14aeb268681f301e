import { BedDouble } from 'lucide-react'
import { entryTitle } from '#domain/day/entry-words.ts'
import { entriesOf } from '#domain/day/list-days.ts'
import { placeOfPart } from '#domain/journeys/stays.ts'
import { addDays } from '#domain/local-date.ts'
import { timeText } from '#domain/today/time-text.ts'
import * as m from '#messages'
import type { TodaySource } from '#web/trip-core/today.ts'

/** What begins or ends today and tomorrow: a hotel, a rental car, a ferry. */
export const todaySource: TodaySource = {
  icon: BedDouble,
  list({ trip, entries, me, nameOf, clock: { date: today } }) {
    const tomorrow = addDays(today, 1)
    const names = { type: trip.type, me, nameOf, placeOf: () => '' }
    const timeOf = (isToday: boolean, start: number | undefined) => {
      const time = start === undefined ? '' : timeText(start)
      if (isToday) return time
      return time === '' ? m.today_tomorrow_only() : m.today_next_tomorrow({ time })
    }
    return entriesOf('stays', entries)
      .filter(({ date, people }) => (date === today || date === tomorrow) && (!people || people.includes(me)))
      .toSorted(
        (one, other) => (one.date ?? '').localeCompare(other.date ?? '') || (one.start ?? 0) - (other.start ?? 0),
      )
      .map((entry) => {
        const { stay, part } = entry.thing
        return {
          part: 'own',
          text: entryTitle(entry, names),
          note: [timeOf(entry.date === today, entry.start), placeOfPart(stay, part)].filter(Boolean).join(' · '),
          href: `/trip/${trip.id}?tab=tickets#${stay.id}`,
          first: 'date',
        }
      })
  },
}

import { useRef } from 'react'
import { listDays } from '#domain/plan/day-number.ts'
import { levels } from '#domain/plan/day-parts.ts'
import type { Activity } from '#domain/plan/itinerary.ts'
import { pathOf } from '#domain/templates/own-parts.ts'
import { activityWithoutPlaceholders, isPlannedActivity, withoutPlaceholder } from '#domain/templates/placeholders.ts'
import type { Trip } from '#domain/trip.ts'
import { dateOfDay, dayLabel, formatDay } from '#domain/trip-days.ts'
import * as m from '#messages'
import type { ShownSection } from '#web/data/trips/use-section.ts'
import { useTripDays } from '#web/trip-core/days/use-trip-days.ts'
import { dayAnchor, showIfLinked } from '#web/trip-core/linked-entry.ts'
import { SampleHeader, SampleParts, SampleTag, useSample } from '#web/trip-core/sample/sample.tsx'
import { DayWeather } from '#web/trip-core/weather/day-weather.tsx'
import { tent } from '#web/ui/drawings/tent.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ActivityText } from './activity-text.tsx'
import { useDayJump } from './day-jumps.tsx'
import { ItineraryFrame } from './itinerary-frame.tsx'
import { levelLabels } from './level-labels.ts'
import { LevelSlope } from './level-slope.tsx'

/** The activities of which anything is planned, with their texts without placeholders. */
const listPlanned = (activities: Activity[]) =>
  activities
    .map((activity) => ({ activity, text: activityWithoutPlaceholders(activity) }))
    .filter(({ text }) => isPlannedActivity(text))

/** The itinerary, read-only: all days one below the other, like a timetable. */
export function ItineraryView({
  trip,
  section,
  title,
}: {
  trip: Trip
  section: ShownSection<'itinerary'>
  title: string
}) {
  const itinerary = section.value
  const tripDays = useTripDays(trip.id, false)
  const { dates, today } = tripDays
  const root = useRef<HTMLDivElement>(null)
  const jumpTo = useDayJump(root)
  const days = listDays(itinerary)
  const sample = useSample({ of: 'itinerary', trip, section })
  return (
    <div ref={root} className="grid grid-cols-1 gap-5">
      <h2 className="text-xl">{title}</h2>
      <SampleHeader {...{ sample, trip, section }} of="itinerary" />
      <ItineraryFrame type={trip.type} days={days} tripDays={tripDays} onJump={jumpTo}>
        {days.length === 0 && <EmptyState drawing={tent} sentence={m.days_itinerary_empty()} />}
        <SampleParts sample={sample}>
          {days.map((number) => {
            const day = itinerary[number]
            if (!day) return null
            const date = dateOfDay(dates, number)
            const name = m.days_number({ number })
            const title = withoutPlaceholder('day_title', day.title)
            const isNamed = !title || title.startsWith(name)
            const when = date && (isNamed ? formatDay(date) : dayLabel(dates, number))
            return (
              <section
                key={number}
                aria-label={name}
                ref={showIfLinked}
                id={dayAnchor(number)}
                data-day={number}
                tabIndex={-1}
                className={`card grid gap-4 p-3 sm:p-4 ${number === today ? 'border-accent' : ''}`}
              >
                <header>
                  <h3 className="text-lg">{title || name}</h3>
                  {when && (
                    <p className={`mt-0.5 text-sm ${number === today ? 'text-accent' : 'text-muted'}`}>
                      {number === today ? m.days_date_today({ date: when }) : when}
                    </p>
                  )}
                  {date && <DayWeather trip={trip} date={date} />}
                </header>
                <div className="grid columns-that-fit gap-4">
                  {levels.map((level) => {
                    const planned = listPlanned(day[level])
                    return (
                      <section
                        key={level}
                        aria-label={m.days_level_of_day({ level: levelLabels[trip.type][level], number })}
                        className="min-w-0"
                      >
                        <h4 className="mb-2 flex items-center gap-2 text-base text-action">
                          <LevelSlope level={level} />
                          {levelLabels[trip.type][level]}
                        </h4>
                        {planned.length === 0 && <p className="text-muted">{m.days_activity_none()}</p>}
                        <ul className="grid gap-3">
                          {planned.map(({ activity, text }) => (
                            <li key={activity.id} className="inlay">
                              <ActivityText activity={text} />
                              <SampleTag path={pathOf.activity(number, level, activity)} part={activity} />
                            </li>
                          ))}
                        </ul>
                      </section>
                    )
                  })}
                </div>
              </section>
            )
          })}
        </SampleParts>
      </ItineraryFrame>
    </div>
  )
}

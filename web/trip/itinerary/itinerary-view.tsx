import { ExternalLink } from 'lucide-react'
import { listDays } from '#domain/plan/day-number.ts'
import { levels } from '#domain/plan/day-parts.ts'
import type { Activity, Itinerary } from '#domain/plan/itinerary.ts'
import type { Trip } from '#domain/trip.ts'
import { dateOfDay, dayLabel, formatDay } from '#domain/trip-days.ts'
import { findWebAddress } from '#domain/web-address.ts'
import { tent } from '#web/ui/drawings/tent.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TipsPanel } from '../tips-panel.tsx'
import { useTripDays } from '../use-trip-days.ts'
import { iconLooks } from './activity-icons.ts'
import { levelLabels } from './level-labels.ts'
import { LevelSlope } from './level-slope.tsx'

/** The itinerary, to read: the days one below the other, like a timetable. */
export function ItineraryView({ trip, itinerary, title }: { trip: Trip; itinerary: Itinerary; title: string }) {
  const { dates, today } = useTripDays(trip.id, false)
  const days = listDays(itinerary)
  return (
    <div className="grid gap-5">
      <h2 className="text-xl">{title}</h2>
      {days.length === 0 && <EmptyState drawing={tent} sentence="No itinerary data available" />}
      {days.map((number) => {
        const day = itinerary[number]
        if (!day) return null
        const date = dateOfDay(dates, number)
        const isNamed = !day.title || day.title.startsWith(`Day ${number}`)
        return (
          <section
            key={number}
            aria-label={`Day ${number}`}
            className={`grid gap-4 rounded-lg border bg-surface p-4 ${number === today ? 'border-accent' : 'border-edge/60'}`}
          >
            <header>
              <h3 className="text-lg">{day.title || `Day ${number}`}</h3>
              {date && (
                <p className={`mt-0.5 text-sm ${number === today ? 'text-accent' : 'text-muted'}`}>
                  {isNamed ? formatDay(date) : dayLabel(dates, number)}
                  {number === today && ' · Today'}
                </p>
              )}
            </header>
            <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
              {levels.map((level) => (
                <section key={level} aria-label={`${levelLabels[trip.type][level]}, day ${number}`} className="min-w-0">
                  <h4 className="mb-2 flex items-center gap-2 text-base text-action">
                    <LevelSlope level={level} />
                    {levelLabels[trip.type][level]}
                  </h4>
                  {day[level].length === 0 && <p className="text-muted">No activities planned</p>}
                  <ul className="grid gap-3">
                    {day[level].map((activity) => (
                      <li key={activity.id} className="rounded-md border border-line bg-raised">
                        <ActivityView activity={activity} />
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          </section>
        )
      })}
      <TipsPanel type={trip.type} of="itinerary" />
    </div>
  )
}

function ActivityView({ activity }: { activity: Activity }) {
  const { label, icon: Icon } = iconLooks[activity.icon]
  const mapAddress = findWebAddress(activity.mapUrl)
  return (
    <div className="grid grid-cols-[6.75rem_minmax(0,1fr)] gap-x-3 p-3">
      <div className="grid content-start gap-1 border-r border-dashed border-edge/60 pr-2">
        <p className="sign text-action">{activity.time}</p>
        <p className="text-sm text-muted">{activity.duration}</p>
        <Icon role="img" aria-label={label} data-icon={activity.icon} className="size-5.5 text-action" />
      </div>
      <div className="grid content-start gap-1 wrap-anywhere">
        <p className="font-semibold">{activity.activity}</p>
        <p className="leading-snug whitespace-pre-line">{activity.description}</p>
        {mapAddress && (
          <a
            href={mapAddress}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Open map of ${activity.activity}`}
            className="touch inline-flex items-center gap-1.5 justify-self-start text-action underline underline-offset-4"
          >
            <ExternalLink aria-hidden="true" className="size-5" />
            Open map
          </a>
        )}
      </div>
    </div>
  )
}

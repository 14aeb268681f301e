import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { canEditPlan } from '#domain/access.ts'
import type { DayEntry, TripDay } from '#domain/day/day-entry.ts'
import { type EntryNames, entryFacts, entryTitle } from '#domain/day/entry-words.ts'
import type { DayPlan } from '#domain/day/list-days.ts'
import { zoneFacts } from '#domain/day/zone-words.ts'
import { instantIn, isTimeZone } from '#domain/today/clock.ts'
import { timeText } from '#domain/today/time-text.ts'
import * as m from '#messages'
import { addressOf } from '#web/pages/trip/features.ts'
import { useClockEvery } from '#web/trip-core/days/use-clock-every.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { entryNames } from '#web/trip-core/derived/day.ts'
import type { PlanView } from '#web/trip-core/derived/plan-view.ts'
import { dayAnchor } from '#web/trip-core/linked-entry.ts'
import { DayWeather } from '#web/trip-core/weather/day-weather.tsx'
import { entryIcon } from './entry-icon.ts'
import { useEntryAddress } from './use-entry-address.ts'

interface DayViewProps {
  view: PlanView
  plan: DayPlan
  day: TripDay
  /** Whether it shows only what concerns the current user. */
  isOwn: boolean
}

/** What happens on one day: sometime first, then in the order of time. */
export function DayView({ view, plan, day, isOwn }: DayViewProps) {
  const { trip } = view
  const names = entryNames(view)
  const clock = useTripClock(trip.id)
  const sometime = day.entries.filter(({ start }) => start === undefined)
  const timed = day.entries.filter(({ start }) => start !== undefined)
  const row = (entry: DayEntry) => <EntryRow key={entry.id} {...{ entry, names, plan }} tripId={trip.id} />
  return (
    <>
      {day.title && <p className="font-semibold wrap-anywhere">{day.title}</p>}
      {day.date && <DayWeather trip={trip} date={day.date} />}
      {day.entries.length === 0 && (
        <p className="mt-3 text-muted">{isOwn ? m.timeline_empty_own() : m.timeline_empty()}</p>
      )}
      {sometime.length > 0 && (
        <section className="mt-3">
          <h4 className="sign text-sm text-muted">{m.timeline_sometime()}</h4>
          <ul>{sometime.map(row)}</ul>
        </section>
      )}
      {timed.length > 0 && (
        <ol className={sometime.length > 0 ? 'mt-2 border-t border-line pt-2' : 'mt-2'}>
          {day.date === clock.date ? (
            <WithNow tripId={trip.id} zone={plan.zone} entries={timed} row={row} />
          ) : (
            timed.map(row)
          )}
        </ol>
      )}
      {!day.isBeside && canEditPlan(trip) && (
        <Link
          href={`${addressOf(trip, 'itinerary')}#${dayAnchor(day.number ?? 1)}`}
          className="touch mt-3 inline-flex items-center text-action underline underline-offset-4"
        >
          {m.timeline_edit()}
        </Link>
      )}
    </>
  )
}

interface WithNowProps {
  tripId: string
  /** The trip's. */
  zone: string
  entries: readonly DayEntry[]
  row: (entry: DayEntry) => ReactNode
}

/** Today's entries with a line where now is. It moves by the minute. */
function WithNow({ tripId, zone, entries, row }: WithNowProps) {
  const { minute } = useClockEvery(tripId, 1)
  const later = entries.findIndex((entry) => startsLater(entry, zone, minute))
  const at = later < 0 ? entries.length : later
  return (
    <>
      {entries.slice(0, at).map(row)}
      <li aria-current="time" className="sign flex max-w-none items-center gap-2 py-1 text-sm text-accent">
        <span aria-hidden="true" className="size-2.5 rounded-full bg-accent" />
        {m.timeline_now({ time: timeText(minute) })}
        <span aria-hidden="true" className="h-px grow bg-accent" />
      </li>
      {entries.slice(at).map(row)}
    </>
  )
}

/** Whether an entry of today begins after this minute of the trip's zone. What is elsewhere begins by its own clock. */
function startsLater({ start = 0, zone, date }: DayEntry, tripZone: string, minute: number): boolean {
  if (zone === '' || zone === tripZone || !date || !isTimeZone(zone)) return start > minute
  return instantIn(zone, date, start) > instantIn(tripZone, date, minute)
}

interface EntryRowProps {
  tripId: string
  entry: DayEntry
  names: EntryNames
  plan: DayPlan
}

function EntryRow({ tripId, entry, names, plan }: EntryRowProps) {
  const href = useEntryAddress(tripId, entry)
  const Icon = entryIcon(entry.thing)
  const isTimed = entry.start !== undefined
  // Of a leg, each fact may be what somebody looks for.
  const isLeg = entry.thing.of === 'tickets' && entry.thing.part !== undefined
  const zone = zoneFacts(entry, plan.zone)
  const facts = [
    ...(entry.typedTime ? [entry.typedTime] : []),
    // Below the time when a leg arrives, it would be the zone of that.
    ...(isLeg ? [...zone, ...entryFacts(entry, names)] : [...entryFacts(entry, names), ...zone]),
  ]
  const words = (
    <>
      <Icon aria-hidden="true" className="mt-0.5 size-5.5 shrink-0 text-action" />
      <span className="min-w-0 grow wrap-anywhere">
        <span className="line-clamp-4 leading-snug font-semibold">{entryTitle(entry, names)}</span>
        {facts.length > 0 && (
          <span className={`${isLeg ? 'block' : 'line-clamp-3'} text-sm text-muted`}>{facts.join(' · ')}</span>
        )}
      </span>
    </>
  )
  const look = 'touch -mx-2 flex min-w-0 grow items-start gap-3 rounded-md px-2 py-1.5'
  return (
    <li className={`max-w-none ${isTimed ? 'grid gap-x-3 sm:grid-cols-[6.5rem_minmax(0,1fr)]' : ''}`}>
      {isTimed && (
        <p className="sign pt-2 text-sm text-action tabular-nums">
          {timesOf(entry).map((time, index) => (
            <Fragment key={time}>
              {index > 0 && ' '}
              <span className={index > 0 ? 'text-muted sm:block' : 'sm:block'}>{time}</span>
            </Fragment>
          ))}
        </p>
      )}
      {href ? (
        <Link href={href} className={`${look} hover:bg-action-soft`}>
          {words}
          <ChevronRight aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
        </Link>
      ) : (
        <div className={look}>{words}</div>
      )}
    </li>
  )
}

/** '9:00 AM', 'until 3:00 PM'. */
function timesOf({ start = 0, end }: DayEntry): string[] {
  return [timeText(start), ...(end === undefined ? [] : [m.timeline_own_until({ time: timeText(end) })])]
}

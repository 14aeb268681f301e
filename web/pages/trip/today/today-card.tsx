import { ChevronDown, ChevronRight } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import { listPersons } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { dateOfDay, formatDay } from '#domain/trip-days.ts'
import * as m from '#messages'
import { usePlanView } from '#web/trip-core/derived/use-derived.ts'
import { needsPlannersIn, type TodayPart } from '#web/trip-core/feature.ts'
import { keyOf, OwnRow, TimedRow } from '#web/trip-core/line-rows.tsx'
import {
  type Line,
  listLines,
  nextChange,
  type TodayLine,
  type TodayPlan,
  type TodaySource,
} from '#web/trip-core/today.ts'
import { DayWeather } from '#web/trip-core/weather/day-weather.tsx'
import { useNews } from '../since/news.ts'
import { computeTodayPlan } from './compute-plan.ts'
import { listUnplanned } from './list-unplanned.ts'

interface TodayCardProps extends Pick<TodayPlan, 'phase' | 'clock'> {
  trip: Trip
  /** What is said first, and below it. */
  first: readonly Source[]
  last: readonly Source[]
  /** Gets the minute of today at which the card changes by itself. */
  onChangesAt: (minute: number | undefined) => void
}

type Source = TodaySource & Pick<TodayPart, 'needsPlanners'>

/** More lines of the person's own than this are behind a button. */
const MAX_ROWS = 5

/** What the current user should see now: on the days of the trip, before them and after them. */
export function TodayCard({ trip, first, last, phase, clock, onChangesAt }: TodayCardProps) {
  const view = usePlanView(trip, needsPlannersIn([...first, ...last]))
  const plan = computeTodayPlan(view, { phase, clock })
  const changesAt = nextChange(first, plan)
  useEffect(() => onChangesAt(changesAt), [changesAt, onChangesAt])
  return <Lines plan={plan} lines={listLines(first, plan)} late={listLines(last, plan)} />
}

interface LinesProps {
  plan: TodayPlan
  lines: readonly Line[]
  /** The last lines. Only some of them are shown at first. */
  late: readonly Line[]
}

function Lines({ plan, lines, late }: LinesProps) {
  const id = useId()
  const { phase, people, dates } = plan
  const persons = listPersons(people).filter(({ coming }) => coming !== 'not_coming')
  const group = persons.filter(({ coming }) => coming === 'coming').length || persons.length
  const isEmpty = lines.length + late.length === 0
  // With others, it helps to know that nothing is open. Somebody alone knows.
  const isHidden = isEmpty && (group < 2 || phase.is === 'during' || phase.is === 'undated')
  if (isHidden) return null
  const of = (part: TodayLine['part']) => lines.filter((line) => line.part === part)
  const [now, next, meals] = [of('now'), of('next'), of('meal')]
  const hasTimes = now.length + next.length > 0
  // A meal without a serving time is below what has a time, if there is something.
  const own = hasTimes ? of('own') : [...meals, ...of('own')]
  const date = phase.is === 'during' ? (dateOfDay(dates, phase.day) ?? plan.clock.date) : undefined
  return (
    <section
      aria-labelledby={id}
      data-phase={phase.is}
      className={`card @container w-full px-5 py-3 ${phase.is === 'during' ? 'border-accent' : ''}`}
    >
      <header className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={id} className="text-lg">
            {titleOf(phase)}
          </h2>
          {phase.is === 'during' && date && (
            <p className="text-muted">{[dayText(phase.day, phase.of), formatDay(date)].join(' · ')}</p>
          )}
          {phase.is === 'during' && date && <DayWeather trip={plan.view.trip} date={date} />}
          {phase.is === 'after' && <p className="text-muted">{m.today_look_back({ days: phase.of, people: group })}</p>}
        </div>
        {phase.is === 'during' && <NewsButton tripId={plan.trip.id} />}
      </header>
      <div className={hasTimes ? 'grid gap-x-8 @3xl:grid-cols-2' : ''}>
        {hasTimes && (
          <div>
            {now.length > 0 && (
              <Part title={m.today_now()} isNow>
                {now.map((line, index) => (
                  <TimedRow key={keyOf(line, index)} line={line} isLarge />
                ))}
              </Part>
            )}
            {next.length > 0 && (
              <Part title={m.today_next()}>
                {next.map((line, index) => (
                  <TimedRow key={keyOf(line, index)} line={line} isLarge={now.length === 0 && index === 0} />
                ))}
              </Part>
            )}
            <ul className="mt-1">
              {meals.map((line, index) => (
                <OwnRow key={keyOf(line, index)} line={line} />
              ))}
            </ul>
          </div>
        )}
        {(own.length > 0 || late.length > 0) && (
          <ul
            className={
              hasTimes
                ? 'mt-2 max-@3xl:border-t max-@3xl:border-line max-@3xl:pt-1'
                : 'mt-1 grid gap-x-8 @3xl:grid-cols-2'
            }
          >
            {own.map((line, index) => (
              <OwnRow key={keyOf(line, index)} line={line} />
            ))}
            <LateLines lines={late} places={Math.max(1, MAX_ROWS - meals.length - of('own').length)} />
          </ul>
        )}
      </div>
      {phase.is === 'during' && (
        <Link
          href={`/trip/${plan.trip.id}/days`}
          className="touch -mb-2 inline-flex items-center gap-2 font-semibold text-action underline underline-offset-4"
        >
          {m.timeline_open()}
        </Link>
      )}
      {isEmpty && phase.is === 'before' && <NothingOpen view={plan.view} />}
    </section>
  )
}

/** For somebody who has nothing to do: what nobody has planned yet, as long as there is something. */
function NothingOpen({ view }: Pick<TodayPlan, 'view'>) {
  const unplanned = listUnplanned(view)
  if (unplanned.length === 0) return <p className="mt-1 text-muted">{m.today_nothing_open()}</p>
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-muted">
      {m.today_not_planned()}
      {unplanned.map(({ label, href }) => (
        <Link
          key={href}
          href={href}
          className="touch inline-flex items-center text-action underline underline-offset-4"
        >
          {label}
        </Link>
      ))}
    </p>
  )
}

interface LateLinesProps {
  lines: readonly Line[]
  /** How many are shown; a press shows the others. */
  places: number
}

/** List items below the card's first ones. */
function LateLines({ lines, places }: LateLinesProps) {
  const [isLong, setIsLong] = useState(false)
  const more = isLong ? 0 : lines.length - places
  function showAll({ currentTarget }: MouseEvent) {
    const list = currentTarget.closest('ul')
    const shown = list?.querySelectorAll('a').length ?? 0
    flushSync(() => setIsLong(true))
    list?.querySelectorAll('a')[shown]?.focus()
  }
  return (
    <>
      {(isLong ? lines : lines.slice(0, places)).map((line, index) => (
        <OwnRow key={keyOf(line, index)} line={line} />
      ))}
      {more > 0 && (
        <li>
          <button
            type="button"
            onClick={showAll}
            className="sign touch -mx-2 flex items-center gap-1 rounded-md px-2 text-action hover:bg-action-soft"
          >
            {m.today_more({ count: more })}
            <ChevronDown aria-hidden="true" className="size-5" />
          </button>
        </li>
      )}
    </>
  )
}

const dayText = (day: number, of: number | undefined) =>
  m.today_day_of({ known: of === undefined ? 'no' : 'yes', day, of: of ?? 0 })

function titleOf(phase: TodayPlan['phase']): string {
  if (phase.is === 'during') return m.today_title()
  if (phase.is === 'after') return m.today_look_back_title()
  return phase.is === 'undated' ? m.today_open_title() : m.today_before_title()
}

/** What others have changed. There is room for it beside the heading, so nothing moves when it appears. */
function NewsButton({ tripId }: { tripId: string }) {
  const news = useNews(tripId)
  if (!news) return null
  const { count, open } = news
  return (
    <button
      type="button"
      aria-label={m.today_news_label({ count })}
      onClick={open}
      className="sign touch -my-1 -mr-2 inline-flex shrink-0 animate-fade items-center gap-1 rounded-md px-2 text-sm text-action hover:bg-action-soft"
    >
      {m.today_news({ count })}
      <ChevronRight aria-hidden="true" className="size-4.5" />
    </button>
  )
}

function Part({ title, isNow = false, children }: { title: string; isNow?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-2">
      <h3 id={id} className={`sign text-sm ${isNow ? 'text-accent' : 'text-muted'}`}>
        {title}
      </h3>
      <ul>{children}</ul>
    </section>
  )
}

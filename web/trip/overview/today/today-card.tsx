import { ChevronDown, ChevronRight, type LucideIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import { listPersons } from '#domain/plan/people.ts'
import type { ShoppingRow } from '#domain/shopping/rows.ts'
import type { Trip } from '#domain/trip.ts'
import { dateOfDay, formatDay } from '#domain/trip-days.ts'
import * as m from '#messages'
import { useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/loading/import-with-retry.ts'
import { useNews } from '../../since/news.ts'
import { listToday, nextChange } from './sources.ts'
import type { TodayLine, TodayPlan } from './today-plan.ts'
import { useTodayPlan } from './use-today-plan.ts'

const OwnShopping = lazy(async () => ({
  default: (await importWithRetry(() => import('./own-shopping.tsx'))).OwnShopping,
}))

interface TodayCardProps extends Pick<TodayPlan, 'phase' | 'clock'> {
  trip: Trip
  /** Gets the minute of today at which the card changes by itself. */
  onChangesAt: (minute: number | undefined) => void
}

/** More lines of the person's own than this are behind a button. */
const MAX_ROWS = 5
const noRows: readonly ShoppingRow[] = []

/** What the current user should see now: on the days of the trip, before them and after them. */
export function TodayCard({ trip, phase, clock, onChangesAt }: TodayCardProps) {
  const [rows, setRows] = useState(noRows)
  const plan = useTodayPlan(trip, { phase, clock }, rows)
  const buys = useBuys(trip.id, plan.me)
  const lines = listToday(plan)
  const changesAt = nextChange(plan)
  useEffect(() => onChangesAt(changesAt), [changesAt, onChangesAt])
  return (
    <>
      <Suspense>{buys && <OwnShopping trip={trip} onRows={setRows} />}</Suspense>
      <Lines plan={plan} lines={lines} />
    </>
  )
}

/** Whether somebody buys something. */
function useBuys(tripId: string, me: string): boolean {
  const shopping = useSection(tripId, 'shopping')?.value
  return [...(shopping?.items ?? []), ...(shopping?.states ?? [])].some(({ buyer }) => buyer === me)
}

interface Line extends TodayLine {
  icon: LucideIcon
}

function Lines({ plan, lines }: { plan: TodayPlan; lines: readonly Line[] }) {
  const id = useId()
  const { phase, people, dates } = plan
  const persons = listPersons(people).filter(({ coming }) => coming !== 'not_coming')
  const group = persons.filter(({ coming }) => coming === 'coming').length || persons.length
  const isEmpty = lines.length === 0
  // With others, it helps to know that nothing is open. Somebody alone knows.
  if (isEmpty && (group < 2 || phase.is === 'during' || phase.is === 'undated')) return null
  const of = (part: TodayLine['part']) => lines.filter((line) => line.part === part)
  const [now, next, own] = [of('now'), of('next'), [...of('meal'), ...of('own')]]
  const hasTimes = now.length + next.length > 0
  const date = phase.is === 'during' ? (dateOfDay(dates, phase.day) ?? plan.clock.date) : undefined
  return (
    <section
      aria-labelledby={id}
      data-phase={phase.is}
      className={`card @container px-5 py-3 ${phase.is === 'during' ? 'border-accent' : ''}`}
    >
      <header className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={id} className="text-xl">
            {titleOf(phase)}
          </h2>
          {phase.is === 'during' && date && (
            <p className="text-muted">{[dayText(phase.day, phase.of), formatDay(date)].join(' · ')}</p>
          )}
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
          </div>
        )}
        {own.length > 0 && (
          <OwnRows
            lines={own}
            className={
              hasTimes
                ? 'mt-2 max-@3xl:border-t max-@3xl:border-line max-@3xl:pt-1'
                : 'mt-1 grid gap-x-8 @3xl:grid-cols-2'
            }
          />
        )}
      </div>
      {isEmpty && phase.is === 'before' && <p className="mt-1 text-muted">{m.today_nothing_open()}</p>}
    </section>
  )
}

/** Two lines may say the same, such as two payments of one amount. */
const keyOf = ({ text }: TodayLine, index: number) => `${index} ${text}`

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

const row = 'touch -mx-2 flex items-center gap-3 rounded-md px-2 py-1.5 hover:bg-action-soft'

/** An activity with its time. What goes on now is the message of the card. */
function TimedRow({ line, isLarge }: { line: Line; isLarge: boolean }) {
  return (
    <li className="max-w-none">
      <Link href={line.href} className={row}>
        <Words line={line} className={isLarge ? 'text-lg leading-snug font-semibold' : 'leading-snug font-semibold'} />
      </Link>
    </li>
  )
}

/** The first of them; a press shows the others. */
function OwnRows({ lines, className }: { lines: readonly Line[]; className: string }) {
  const [isLong, setIsLong] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const shown = isLong ? lines : lines.slice(0, MAX_ROWS)
  const more = lines.length - shown.length
  function showAll() {
    flushSync(() => setIsLong(true))
    list.current?.querySelectorAll('a')[MAX_ROWS]?.focus()
  }
  return (
    <div>
      <ul ref={list} className={className}>
        {shown.map((line, index) => (
          <OwnRow key={keyOf(line, index)} line={line} />
        ))}
      </ul>
      {more > 0 && (
        <button
          type="button"
          onClick={showAll}
          className="sign touch -mx-2 flex items-center gap-1 rounded-md px-2 text-action hover:bg-action-soft"
        >
          {m.today_more({ count: more })}
          <ChevronDown aria-hidden="true" className="size-5" />
        </button>
      )}
    </div>
  )
}

function OwnRow({ line }: { line: Line }) {
  const Icon = line.icon
  return (
    <li className="max-w-none">
      <Link href={line.href} className={row}>
        <Icon aria-hidden="true" className={`size-5.5 shrink-0 ${line.isOpen ? 'text-accent' : 'text-action'}`} />
        <Words line={line} className="leading-snug" />
      </Link>
    </li>
  )
}

function Words({ line: { text, time, note, isOpen }, className }: { line: Line; className: string }) {
  return (
    <>
      <span className="min-w-0 grow wrap-anywhere">
        <span className={`line-clamp-2 ${className}`}>{text}</span>
        {(time || note) && (
          <span className={`text-sm text-muted ${isOpen ? 'line-clamp-1' : 'line-clamp-2'}`}>
            {time && <span className="sign text-action">{time}</span>}
            {time && note && ' · '}
            {note}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </>
  )
}

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Link, useSearchParams } from 'wouter'
import type { DayEntry, TripDay } from '#domain/day/day-entry.ts'
import { dayLabelOf } from '#domain/day/day-words.ts'
import { entriesFor, listDays } from '#domain/day/list-days.ts'
import { listPersons } from '#domain/plan/people.ts'
import * as m from '#messages'
import { useTripAddresses } from '#web/data/trips/use-addresses.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { dayEntries, dayPlan, tripDays } from '#web/trip-core/derived/day.ts'
import { listedPeople, needsMembersIn, ownId, tripDates } from '#web/trip-core/derived/people.ts'
import type { PlanView } from '#web/trip-core/derived/plan-view.ts'
import { usePlanView } from '#web/trip-core/derived/use-derived.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { later, useLoaded } from '#web/ui/loading/use-loaded.ts'
import { Segments } from '#web/ui/segments.tsx'
import { DayList } from './day-list.tsx'
import { DayView } from './day-view.tsx'
import { keyOfDay, openDay } from './shown-days.ts'
import { type Step, slideIn, useSwipe } from './use-swipe.ts'

const needsPlanners = needsMembersIn('rides', 'duties', 'todos')
const views = ['all', 'me'] as const
type Whose = (typeof views)[number]
/** Where entries come from: without one of them, a day would look emptier than it is. */
const shownSections = ['itinerary', 'meals', 'tickets', 'stays', 'rides', 'duties', 'todos'] as const

/** The days of a trip, one after the other: what happens on each, in the order of time. */
export function Timeline({ trip, failures }: TabProps) {
  const view = usePlanView(trip, needsPlanners)
  const { values, user } = view
  const { date: today } = useTripClock(trip.id)
  const [parameters, setParameters] = useSearchParams()
  const { trip: tripAddress } = useTripAddresses(trip.id)
  const plan = dayPlan(view)
  const isGroup = user !== undefined && listPersons(values.people ?? []).length > 1
  const whose: Whose = isGroup && parameters.get('who') === 'me' ? 'me' : 'all'
  const own = useOwnEntries(view, whose === 'me')
  const all = tripDays(view)
  const days = useMemo(() => (own ? listDays(plan, own) : all), [own, plan, all])
  const day = openDay(days, parameters.get('day'), today)

  const set = (name: 'day' | 'who', value: string) =>
    setParameters(
      (others) => {
        const changed = new URLSearchParams(others)
        changed.set(name, value)
        return changed
      },
      { replace: true },
    )

  const unloaded = shownSections.filter((name) => values[name] === undefined && failures?.[name] !== undefined)

  if (!values.details) return <SectionState loading={m.details_loading()} failure={failures?.details} />
  if (!day)
    return (
      <div className="card grid justify-items-start gap-2 p-5">
        <h2 className="text-xl">{m.timeline_title()}</h2>
        <p className="text-muted">{m.timeline_no_days()}</p>
        <Link
          href={tripAddress}
          className="sign touch inline-flex items-center text-action underline underline-offset-4"
        >
          {m.timeline_set_dates()}
        </Link>
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-3 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <header className="flex flex-wrap items-center justify-between gap-3 lg:col-span-2">
        <h2 className="text-xl">{m.timeline_title()}</h2>
        {isGroup && (
          <Segments
            legend={m.timeline_who()}
            options={views.map((value) => ({
              value,
              label: value === 'all' ? m.timeline_who_all() : m.timeline_who_me(),
            }))}
            value={whose}
            onChange={(value) => set('who', value)}
          />
        )}
      </header>
      {unloaded.map((name) => (
        <div key={name} className="lg:col-span-2">
          <SectionState loading={m.details_loading()} failure={failures?.[name]} />
        </div>
      ))}
      <DayList {...{ days, day, today }} onOpen={(key) => set('day', key)} />
      <OpenDay {...{ days, day }} onOpen={(key) => set('day', key)}>
        <DayView {...{ view, plan, day }} isOwn={whose === 'me'} />
      </OpenDay>
    </div>
  )
}

const laterPromises = later(() => import('#web/trip-core/derived/own-promises.ts'))

/** What concerns the current user, with their promises as soon as the code that finds them is there. */
function useOwnEntries(view: PlanView, isWanted: boolean): DayEntry[] | undefined {
  const promises = useLoaded(laterPromises, isWanted)?.ownPromises(view)
  const entries = dayEntries(view)
  const [me, people, dates] = [ownId(view), listedPeople(view), tripDates(view)]
  return useMemo(
    () => (isWanted ? entriesFor(me, entries, { people, dates, ...(promises && { promises }) }) : undefined),
    [isWanted, me, entries, people, dates, promises],
  )
}

interface OpenDayProps {
  days: readonly TripDay[]
  day: TripDay
  onOpen: (key: string) => void
  children: ReactNode
}

/** The open day, with the ways to the one before and after: buttons, arrow keys and swiping. */
function OpenDay({ days, day, onOpen, children }: OpenDayProps) {
  const id = useId()
  const card = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const index = days.indexOf(day)
  const canGo = (step: Step) => days[index + step] !== undefined
  const go = (step: Step) => {
    const next = days[index + step]
    if (!next) return
    const isScrolled = scrollY > 0
    flushSync(() => onOpen(keyOfDay(next)))
    slideIn(body.current, step)
    // Somebody who has read a long day to its end begins the next one at its beginning.
    if (isScrolled && card.current && card.current.getBoundingClientRect().top < 0)
      card.current.scrollIntoView({ block: 'start' })
  }
  useSwipe(body, canGo, go)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined
    if (step === undefined || !isForPage(event)) return
    event.preventDefault()
    go(step)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  const arrow = (step: Step) => (
    <IconButton
      icon={step === 1 ? ChevronRight : ChevronLeft}
      label={step === 1 ? m.timeline_next() : m.timeline_previous()}
      title={step === 1 ? m.timeline_next() : m.timeline_previous()}
      // Stays where it is at the end, so that the focus does.
      aria-disabled={!canGo(step)}
      onClick={() => go(step)}
    />
  )
  return (
    <section ref={card} aria-labelledby={id} className="card min-w-0 overflow-hidden">
      <header className="flex items-center gap-2 border-b border-line px-2 py-2">
        {arrow(-1)}
        <h3 id={id} aria-live="polite" className="min-w-0 grow text-center text-lg">
          {dayLabelOf(day)}
        </h3>
        {arrow(1)}
      </header>
      <div ref={body} className="min-h-[55dvh] touch-pan-y touch-pinch-zoom px-5 pt-3 pb-5 lg:min-h-0">
        {children}
      </div>
    </section>
  )
}

/** Whether a key is not for a field, a choice or a dialog. */
function isForPage({ target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return false
  if (document.querySelector('body > [data-modal]')) return false
  return !(target as Element).closest?.('input, textarea, select, [contenteditable], [role=menu]')
}

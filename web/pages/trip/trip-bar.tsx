import { ArrowLeft, Bell, ChevronDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { canBeTold } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSession } from '#web/data/session/use-session.ts'
import { useUnreadNotices } from '#web/data/trips/notices.ts'
import { useLiveTrip } from '#web/data/trips/use-live-trip.ts'
import { TripMenu } from '#web/features/trip-life/trip-menu-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { TripState } from './trip-state.tsx'

const HistoryDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/features/history/history-dialog.tsx'))).HistoryDialog,
}))

const CalendarDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/features/calendar/calendar-dialog.tsx'))).CalendarDialog,
}))

interface TripBarProps {
  trip: Trip
  /** Whether the plan is loaded, so that it can be kept up to date. */
  isLoaded: boolean
  back: string
  onBack: () => void
  /** What follows the name. */
  children: ReactNode
}

/** The header of a trip's pages. The name opens the trip's menu, which has the history and the calendar too. */
export function TripBar({ trip, isLoaded, back, onBack, children }: TripBarProps) {
  const [dialog, setDialog] = useState<'history' | 'calendar'>()
  const isTold = canBeTold(useSession().user, trip)
  const unread = useLateUnread(isLoaded && isTold ? trip.id : undefined)
  const name = (
    <Name {...{ trip, unread }} onHistory={() => setDialog('history')} onCalendar={() => setDialog('calendar')} />
  )
  return (
    // Above the tab bar, over which its menus may reach.
    <header className="safe-bar sticky top-0 z-25 border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center px-2 py-1.5 sm:gap-2">
        <IconButton icon={ArrowLeft} label={back} title={back} onClick={onBack} />
        <TripState
          trip={trip}
          {...useLiveTrip(trip.id, isLoaded)}
          name={name}
          news={isTold && <NewsLink tripId={trip.id} count={unread} />}
        >
          {children}
        </TripState>
      </div>
      <Suspense>
        {dialog === 'history' && <HistoryDialog trip={trip} onClose={() => setDialog(undefined)} />}
        {dialog === 'calendar' && <CalendarDialog trip={trip} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </header>
  )
}

const ASK_AFTER_MS = 1000

/**
 * How many unread notices of a trip the current user has. Asks a second later, so that the page itself loads first.
 * @param tripId undefined to ask for none
 */
function useLateUnread(tripId: string | undefined): number {
  const [asks, setAsks] = useState(false)
  useEffect(() => {
    if (tripId === undefined) return
    const timer = setTimeout(() => setAsks(true), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [tripId])
  return useUnreadNotices(asks ? tripId : undefined)
}

/**
 * The link to unread notices. Its space is reserved while there are none, so that the trip's name does not wrap when it
 * appears. A phone has no space for it: there, the count is on the trip's menu, which has the link.
 */
function NewsLink({ tripId, count }: { tripId: string; count: number }) {
  const label = m.notices_count({ count })
  return (
    <Link
      href={`/trip/${tripId}/news`}
      aria-label={label}
      title={label}
      className={`touch flex shrink-0 items-center justify-center gap-1 rounded-md px-1.5 text-action transition-colors hover:bg-action-soft max-md:hidden ${count > 0 ? 'animate-fade' : 'invisible'}`}
    >
      <Bell aria-hidden="true" className="size-5.5" />
      <UnreadMark count={count} />
    </Link>
  )
}

/** The mark has room for two characters. */
const MAX_SHOWN = 9

function UnreadMark({ count, className = '' }: { count: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-grid h-4 min-w-4 place-items-center rounded-full bg-action px-px font-sans text-[calc(var(--spacing-4)*0.6875)] leading-none font-semibold tracking-tighter text-on-action tabular-nums ${className}`}
    >
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
    </span>
  )
}

interface NameProps {
  trip: Trip
  unread: number
  onHistory: () => void
  onCalendar: () => void
}

function Name({ trip, unread, onHistory, onCalendar }: NameProps) {
  const label = m.plan_menu_label({ trip: trip.name })
  const mark = (
    <>
      <ChevronDown aria-hidden="true" className={`h-lh w-4 text-action ${unread > 0 ? 'max-md:hidden' : ''}`} />
      {unread > 0 && (
        <span className="flex h-lh w-4 animate-fade items-center justify-end md:hidden">
          <UnreadMark count={unread} className="shrink-0" />
        </span>
      )}
    </>
  )
  return (
    <div className="relative w-fit max-w-full">
      <h1 className="text-base leading-tight text-pretty max-[22.5rem]:text-sm sm:text-xl">
        <span className="relative line-clamp-2 pr-5 group-data-offline:line-clamp-1">
          {/* At the end of a name that is cut; otherwise the one after the last word covers it. */}
          <span aria-hidden="true" className="absolute right-0 bottom-0">
            {mark}
          </span>
          {trip.name}
          <span className="relative -mr-5 inline-block h-lh w-5 bg-surface pl-1 align-top after:absolute after:inset-y-0 after:left-full after:w-dvw after:bg-surface">
            {mark}
          </span>
        </span>
      </h1>
      <TripMenu
        trip={trip}
        onHistory={onHistory}
        onCalendar={onCalendar}
        trigger={
          <button
            type="button"
            aria-label={unread > 0 ? m.notices_menu_label({ menu: label, count: unread }) : label}
            className="touch absolute inset-x-0 top-1/2 h-full -translate-y-1/2 rounded-md"
          />
        }
      />
    </div>
  )
}

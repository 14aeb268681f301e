import { ArrowLeft, ChevronDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
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
  const name = <Name trip={trip} onHistory={() => setDialog('history')} onCalendar={() => setDialog('calendar')} />
  return (
    // Above the tab bar, over which its menus may reach.
    <header className="safe-bar sticky top-0 z-25 border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center px-2 py-1.5 sm:gap-2">
        <IconButton icon={ArrowLeft} label={back} title={back} onClick={onBack} />
        <TripState trip={trip} {...useLiveTrip(trip.id, isLoaded)} name={name}>
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

interface NameProps {
  trip: Trip
  onHistory: () => void
  onCalendar: () => void
}

function Name({ trip, onHistory, onCalendar }: NameProps) {
  return (
    <div className="relative w-fit max-w-full">
      <h1 className="text-base leading-tight text-pretty max-[22.5rem]:text-sm sm:text-xl">
        <span className="relative line-clamp-2 pr-5 group-data-offline:line-clamp-1">
          {/* At the end of a name that is cut; otherwise the one after the last word covers it. */}
          <ChevronDown aria-hidden="true" className="absolute right-0 bottom-0 h-lh w-4 text-action" />
          {trip.name}
          <span className="relative -mr-5 inline-block h-lh w-5 bg-surface pl-1 align-top after:absolute after:inset-y-0 after:left-full after:w-dvw after:bg-surface">
            <ChevronDown aria-hidden="true" className="h-lh w-4 text-action" />
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
            aria-label={m.plan_menu_label({ trip: trip.name })}
            className="touch absolute inset-x-0 top-1/2 h-full -translate-y-1/2 rounded-md"
          />
        }
      />
    </div>
  )
}

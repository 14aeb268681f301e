import { CalendarDays, ListChecks, type LucideIcon, Map as MapIcon, Ticket, Utensils } from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { SectionName } from '#domain/plan/index.ts'
import type { Trip, TripType } from '#domain/trip.ts'
import * as m from '#messages'
import type { OpenTrip } from '#web/data/sync/plan-client.ts'
import { importWithRetry } from '#web/loading/import-with-retry.ts'

export type TabId = 'overview' | 'tickets' | 'itinerary' | 'checklist' | 'meals'

export interface TabProps {
  trip: Trip
  /** Why sections could not be loaded; undefined while the trip is opening. */
  failures: OpenTrip['failures'] | undefined
}

const labels: Record<TabId, string> = {
  overview: m.plan_tab_overview(),
  tickets: m.plan_tab_tickets(),
  itinerary: m.plan_tab_itinerary(),
  checklist: m.plan_tab_checklist(),
  meals: m.plan_tab_meals(),
}

const icons: Record<TabId, LucideIcon> = {
  overview: MapIcon,
  tickets: Ticket,
  itinerary: CalendarDays,
  checklist: ListChecks,
  meals: Utensils,
}

export const sectionsIn: Record<TabId, readonly SectionName[]> = {
  overview: ['details', 'notes'],
  tickets: ['tickets'],
  itinerary: ['itinerary'],
  checklist: ['checklist'],
  meals: ['meals'],
}

/** The lazily loaded tabs, and the text that is shown while each loads. */
export const panels: Record<Exclude<TabId, 'overview'>, { Panel: ComponentType<TabProps>; loading: string }> = {
  tickets: {
    Panel: lazy(async () => ({
      default: (await importWithRetry(() => import('./tickets/tickets-tab.tsx'))).TicketsTab,
    })),
    loading: m.documents_loading(),
  },
  itinerary: {
    Panel: lazy(async () => ({
      default: (await importWithRetry(() => import('./itinerary/itinerary-tab.tsx'))).ItineraryTab,
    })),
    loading: m.days_itinerary_loading(),
  },
  checklist: {
    Panel: lazy(async () => ({
      default: (await importWithRetry(() => import('./checklist/checklist-tab.tsx'))).ChecklistTab,
    })),
    loading: m.checklist_loading(),
  },
  meals: {
    Panel: lazy(async () => ({ default: (await importWithRetry(() => import('./meals/meals-tab.tsx'))).MealsTab })),
    loading: m.days_meals_loading(),
  },
}

const orders: Record<TripType, TabId[]> = {
  car_trip: ['overview', 'meals', 'itinerary', 'checklist'],
  air_travel: ['overview', 'tickets', 'itinerary', 'checklist', 'meals'],
}

export function tabsOf(type: TripType) {
  return orders[type].map((id) => ({ id, label: labels[id], icon: icons[id] }))
}

/** The tab in an address, or Overview if it names none of this trip's tabs. */
export function parseTab(name: string | null, type: TripType): TabId {
  return orders[type].find((id) => id === name) ?? 'overview'
}

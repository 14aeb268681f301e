import { Map as MapIcon, Ticket } from 'lucide-react'
import type { TripType } from '#domain/trip.ts'
import * as m from '#messages'
import { checklist } from '#web/features/checklist/feature.ts'
import { itinerary } from '#web/features/itinerary/feature.ts'
import { meals } from '#web/features/meals/feature.ts'
import type { Tab, TabList } from '#web/trip-core/tab.ts'
import { page } from '#web/ui/loading/page.tsx'
import { OverviewTab } from './overview-tab.tsx'

/*
 * The tabs of the trip's page. ../group/group-tabs.ts has those of the group's page.
 * The server preloads the chunk of the tab in the address (server/pages/documents.ts). So the file of the tab NAME is
 * NAME/trip-tab.tsx, or NAME/group-tab.tsx on the group's page.
 */

const overview: Tab = {
  id: 'overview',
  label: m.plan_tab_overview(),
  icon: MapIcon,
  sections: ['details', 'notes'],
  Panel: OverviewTab,
}

const tickets: Tab = {
  id: 'tickets',
  label: m.plan_tab_tickets(),
  icon: Ticket,
  sections: ['tickets', 'stays'],
  Panel: page(() => import('./tickets/trip-tab.tsx').then((module) => module.TicketsTab)),
  loading: m.documents_loading(),
}

export const tripTabs: Record<TripType, TabList> = {
  car_trip: [overview, meals.tab, itinerary.tab, checklist.tab],
  air_travel: [overview, tickets, itinerary.tab, checklist.tab, meals.tab],
}

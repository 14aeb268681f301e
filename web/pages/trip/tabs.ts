import { CalendarDays, ListChecks, Map as MapIcon, Ticket, Utensils } from 'lucide-react'
import type { SectionName } from '#domain/plan/index.ts'
import type { Trip, TripType } from '#domain/trip.ts'
import * as m from '#messages'
import type { Tab, TabList } from '#web/trip-core/tab.ts'
import { page } from '#web/ui/loading/page.tsx'
import { OverviewTab } from './overview-tab.tsx'

/*
 * The tabs of the trip's page. ../group/group-tabs.ts has those of the group's page.
 * From what these two files import, the build makes chunks (scripts/setup/pieces.mjs), and the server preloads the one
 * of the tab in the address (server/pages/documents.ts). So a tab is called NAME, and its file NAME-tab.tsx.
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
  sections: ['tickets'],
  Panel: page(() => import('./tickets-tab.tsx').then((module) => module.TicketsTab)),
  loading: m.documents_loading(),
}

const [itinerary, checklist, meals] = [ofItinerary, ofChecklist, ofMeals].map(({ tab }) => tab) as [Tab, Tab, Tab]

export const tripTabs: Record<TripType, TabList> = {
  car_trip: [overview, meals, itinerary, checklist],
  air_travel: [overview, tickets, itinerary, checklist, meals],
}

/** Sections that are shown in the tab of another section of the group. */
const shownWith: { [Name in SectionName]?: SectionName } = { beds: 'rides', duties: 'rides' }

/**
 * The address of the tab where a section is shown. A tab of the group's page is called like its section, or like the
 * first of several.
 */
export function addressOf({ id, type }: Pick<Trip, 'id' | 'type'>, section: SectionName): string {
  const tab = tripTabs[type].find(({ sections }) => sections.includes(section))
  return tab ? `/trip/${id}?tab=${tab.id}` : `/trip/${id}/group?tab=${shownWith[section] ?? section}`
}

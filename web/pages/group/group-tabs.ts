import { CarFront, Users } from 'lucide-react'
import * as m from '#messages'
import { inOrder } from '#web/pages/trip/features.ts'
import type { Tab, TabList } from '#web/trip-core/tab.ts'
import { page } from '#web/ui/loading/page.tsx'

/* A tab that shows several features is here; others are declared by their feature. */

const people: Tab = {
  id: 'people',
  label: m.common_people(),
  icon: Users,
  sections: ['people'],
  Panel: page(() => import('./people/group-tab.tsx').then((module) => module.PeopleTab)),
  loading: m.group_people_loading(),
}

const rides: Tab = {
  id: 'rides',
  label: m.rides_tab(),
  icon: CarFront,
  sections: ['rides', 'beds', 'duties'],
  Panel: page(() => import('./rides/group-tab.tsx').then((module) => module.RidesTab)),
  loading: m.rides_loading(),
}

const shared: Record<string, Tab> = { people, rides }

/** The tabs of the group's page. Those of further features follow. */
const [first = people, ...others] = new Set(
  inOrder(['people', 'shopping', 'gear', 'rides', 'costs']).flatMap(([, feature]) => {
    if (feature.page !== 'group') return []
    const { tab } = feature
    if (typeof tab !== 'string' && !('of' in tab)) return [tab]
    return shared[typeof tab === 'string' ? tab : tab.of] ?? []
  }),
)
export const groupTabs: TabList = [first, ...others]

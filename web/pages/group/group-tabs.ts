import { CarFront, Users } from 'lucide-react'
import * as m from '#messages'
import { costs } from '#web/features/costs/feature.ts'
import { gear } from '#web/features/gear/feature.ts'
import { shopping } from '#web/features/shopping/feature.ts'
import type { Tab, TabList } from '#web/trip-core/tab.ts'
import { page } from '#web/ui/loading/page.tsx'

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

/** The tabs of the group's page. They are not in tabs.ts, so that an opening trip does not load them. */
export const groupTabs: TabList = [people, shopping.tab, gear.tab, rides, costs.tab]

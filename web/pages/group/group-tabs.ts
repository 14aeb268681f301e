import { Backpack, CarFront, ShoppingBasket, Users, Wallet } from 'lucide-react'
import * as m from '#messages'
import type { Tab, TabList } from '#web/trip-core/tab.ts'
import { page } from '#web/ui/loading/page.tsx'

const people: Tab = {
  id: 'people',
  label: m.common_people(),
  icon: Users,
  sections: ['people'],
  Panel: page(() => import('./people-tab.tsx').then((module) => module.PeopleTab)),
  loading: m.group_people_loading(),
}

const shopping: Tab = {
  id: 'shopping',
  label: m.shopping_tab(),
  icon: ShoppingBasket,
  sections: ['shopping'],
  Panel: page(() => import('#web/features/shopping/shopping-tab.tsx').then((module) => module.ShoppingTab)),
  loading: m.shopping_loading(),
}

const gear: Tab = {
  id: 'gear',
  label: m.gear_tab(),
  icon: Backpack,
  sections: ['gear'],
  Panel: page(() => import('#web/features/gear/gear-tab.tsx').then((module) => module.GearTab)),
  loading: m.gear_loading(),
}

const rides: Tab = {
  id: 'rides',
  label: m.rides_tab(),
  icon: CarFront,
  sections: ['rides', 'beds', 'duties'],
  Panel: page(() => import('./rides-tab.tsx').then((module) => module.RidesTab)),
  loading: m.rides_loading(),
}

const costs: Tab = {
  id: 'costs',
  label: m.costs_tab(),
  icon: Wallet,
  sections: ['costs'],
  Panel: page(() => import('#web/features/costs/costs-tab.tsx').then((module) => module.CostsTab)),
  loading: m.costs_loading(),
}

/** The tabs of the group's page. They are not in tabs.ts, so that an opening trip does not load them. */
export const groupTabs: TabList = [people, shopping, gear, rides, costs]

import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { useSearchParams } from 'wouter'
import type { SectionName } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import type { OpenTrip } from '#web/data/sync/plan-client.ts'

export interface TabProps {
  trip: Trip
  /** Why sections could not be loaded; undefined while the trip is opening. */
  failures: OpenTrip['failures'] | undefined
}

/** A tab of the trip's page or of its group's page. */
export interface Tab {
  /** Its name in the address: `?tab=`. */
  id: string
  label: string
  icon: LucideIcon
  /** The sections that are on the screen while it is open. */
  sections: readonly SectionName[]
  Panel: ComponentType<TabProps>
  /** The text that is shown while the panel's script loads. */
  loading?: string
}

/** The tabs of a page, in their order. The address without a tab opens the first. */
export type TabList = readonly [Tab, ...Tab[]]

/**
 * The view that a tab shows: the one in the address (`?view=`), or the first. Each has its own address, so that links,
 * reloading and going back work.
 */
export function useTabView<View extends string>(views: readonly [View, ...View[]]): [View, (view: View) => void] {
  const [parameters, setParameters] = useSearchParams()
  const named = parameters.get('view')
  const choose = (view: View) =>
    setParameters((others) => {
      const changed = new URLSearchParams(others)
      if (view === views[0]) changed.delete('view')
      else changed.set('view', view)
      return changed
    })
  return [views.find((view) => view === named) ?? views[0], choose]
}

/** The open tab of a page: the one in the address, or the first if it names none of them. */
export function useOpenTab(tabs: TabList): Tab {
  const [parameters] = useSearchParams()
  const name = parameters.get('tab')
  return tabs.find(({ id }) => id === name) ?? tabs[0]
}

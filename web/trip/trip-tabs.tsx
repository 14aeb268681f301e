import { Suspense, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import * as m from '#messages'
import { noteTripPlace } from '#web/data/storage/trip-place.ts'
import { LoadingPlace } from '#web/ui/loading.tsx'
import { TabBar } from '#web/ui/tab-bar.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { OverviewTab } from './overview/overview-tab.tsx'
import { panels, parseTab, type TabId, type TabProps, tabsOf } from './tabs.ts'

/** Each tab has its own address, so that reloading and going back work. */
export function TripTabs({ trip, failures }: TabProps) {
  const [parameters, setParameters] = useSearchParams()
  const tabs = tabsOf(trip.type)
  const open = parseTab(parameters.get('tab'), trip.type)
  useTabPlace(trip.id, open)
  useDocumentTitle(trip.name, tabs.find(({ id }) => id === open)?.label)
  return (
    <TabBar
      label={m.plan_tabs_label()}
      tabs={tabs}
      value={open}
      onChange={(tab) => setParameters((others) => withTab(others, tab))}
    >
      {open === 'overview' ? (
        <OverviewTab trip={trip} failures={failures} />
      ) : (
        <LazyTab id={open} trip={trip} failures={failures} />
      )}
    </TabBar>
  )
}

function LazyTab({ id, ...props }: TabProps & { id: Exclude<TabId, 'overview'> }) {
  const { Panel, loading } = panels[id]
  return (
    <Suspense fallback={<LoadingPlace text={loading} />}>
      <Panel {...props} />
    </Suspense>
  )
}

/**
 * Scrolls a newly opened tab to its top, and a tab that is opened again to where it was left. Stores the last position,
 * for the way back from pages below the trip.
 */
function useTabPlace(tripId: string, open: TabId): void {
  const places = useRef<Partial<Record<TabId, number>>>({})
  const shown = useRef(open)
  useLayoutEffect(() => {
    if (shown.current !== open) scrollTo({ top: places.current[open] ?? 0, behavior: 'instant' })
    shown.current = open
    const recordScroll = () => {
      places.current[open] = scrollY
    }
    addEventListener('scroll', recordScroll)
    // The browser may already have scrolled on its way back.
    const frame = requestAnimationFrame(recordScroll)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', recordScroll)
      noteTripPlace({ tripId, tab: open, top: places.current[open] ?? 0 })
    }
  }, [tripId, open])
}

/** The address's parameters with another tab. Others stay, such as a share link's token. */
function withTab(parameters: URLSearchParams, tab: TabId): URLSearchParams {
  const changed = new URLSearchParams(parameters)
  if (tab === 'overview') changed.delete('tab')
  else changed.set('tab', tab)
  return changed
}

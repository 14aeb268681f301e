import { Suspense, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { noteTripPlace } from '#web/data/device/trip-place.ts'
import { LoadingPlace } from '#web/ui/loading.tsx'
import { TabBar, TabPanel } from '#web/ui/tab-bar.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { OverviewTab } from './overview/overview-tab.tsx'
import { panels, parseTab, type TabId, type TabProps, tabsOf } from './tabs.ts'

/** The parts of the plan. Each has an address of its own, so that reloading and going back work. */
export function TripTabs({ trip, failures }: TabProps) {
  const [parameters, setParameters] = useSearchParams()
  const tabs = tabsOf(trip.type)
  const open = parseTab(parameters.get('tab'), trip.type)
  useTabPlace(trip.id, open)
  useDocumentTitle(trip.name, tabs.find(({ id }) => id === open)?.label)
  return (
    <TabBar
      label="Trip sections"
      tabs={tabs}
      value={open}
      onChange={(tab) => setParameters((others) => withTab(others, tab))}
    >
      {tabs.map(({ id }) => (
        <TabPanel key={id} id={id} className="pt-5">
          {id === 'overview' ? (
            <OverviewTab trip={trip} failures={failures} />
          ) : (
            <LazyTab id={id} trip={trip} failures={failures} />
          )}
        </TabPanel>
      ))}
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
 * A tab that is opened starts at its top; one that is opened again is where it was left. The last place is noted for the way back from
 * the pages below the trip.
 */
function useTabPlace(tripId: string, open: TabId): void {
  const places = useRef<Partial<Record<TabId, number>>>({})
  const shown = useRef(open)
  useLayoutEffect(() => {
    if (shown.current !== open) scrollTo({ top: places.current[open] ?? 0, behavior: 'instant' })
    shown.current = open
    const note = () => {
      places.current[open] = scrollY
    }
    addEventListener('scroll', note)
    // The browser may have scrolled on its way back before this is here.
    const frame = requestAnimationFrame(note)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', note)
      noteTripPlace({ tripId, tab: open, top: places.current[open] ?? 0 })
    }
  }, [tripId, open])
}

/** The address's parameters with another tab; a share link keeps its own. */
function withTab(parameters: URLSearchParams, tab: TabId): URLSearchParams {
  const changed = new URLSearchParams(parameters)
  if (tab === 'overview') changed.delete('tab')
  else changed.set('tab', tab)
  return changed
}

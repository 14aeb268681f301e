import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { TripPlaces } from '#web/trip-core/places/trip-places.tsx'
import { type TabList, type TabProps, useOpenTab } from '#web/trip-core/tab.ts'
import { LoadingPlace } from '#web/ui/loading.tsx'
import { type BarLink, TabBar } from '#web/ui/tab-bar.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

interface PageTabsProps extends TabProps {
  /** Names the tabs for screen readers. */
  label: string
  tabs: TabList
  /** Links to other pages of the trip, before and after the tabs. */
  before?: BarLink | undefined
  after?: BarLink | undefined
  /** Called with a tab and its scroll position when it is left. */
  onLeave?: (tab: string, top: number) => void
  /** Called when the script of the open tab has loaded. */
  onShown?: (() => void) | undefined
}

/** The tabs of a page. Each has its own address, so that reloading and going back work. A single tab has no bar. */
export function PageTabs({ label, tabs, before, after, onLeave, onShown, ...props }: PageTabsProps) {
  const [, setParameters] = useSearchParams()
  const { id, label: name, Panel, loading } = useOpenTab(tabs)
  useTabPlace(id, onLeave)
  useDocumentTitle(props.trip.name, name)
  const content = (
    <>
      <Panel {...props} />
      {onShown && <Shown onShown={onShown} />}
    </>
  )
  const shown = loading ? <Suspense fallback={<LoadingPlace text={loading} />}>{content}</Suspense> : content
  const panel = <TripPlaces trip={props.trip}>{shown}</TripPlaces>
  if (tabs.length === 1) return <div className="pt-5">{panel}</div>
  return (
    <TabBar
      label={label}
      tabs={tabs}
      value={id}
      {...{ before, after }}
      onChange={(tab) => setParameters((others) => withTab(others, tab === tabs[0].id ? undefined : tab))}
    >
      {panel}
    </TabBar>
  )
}

/** Calls back when what is around it no longer waits for a script. */
function Shown({ onShown }: { onShown: () => void }) {
  const notify = useEffectEvent(onShown)
  useEffect(() => notify(), [])
  return null
}

/** Scrolls a newly opened tab to its top, and a tab that is opened again to where it was left. */
function useTabPlace(open: string, onLeave: PageTabsProps['onLeave']): void {
  const places = useRef<Record<string, number>>({})
  const shown = useRef(open)
  const leave = useEffectEvent((tab: string) => onLeave?.(tab, places.current[tab] ?? 0))
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
      leave(open)
    }
  }, [open])
}

/** The address's parameters with another tab, at its first view. Others stay, such as a share link's token. */
function withTab(parameters: URLSearchParams, tab: string | undefined): URLSearchParams {
  const changed = new URLSearchParams(parameters)
  changed.delete('view')
  if (tab === undefined) changed.delete('tab')
  else changed.set('tab', tab)
  return changed
}

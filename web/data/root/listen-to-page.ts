import type { PageEvents } from '../page-events.ts'

/**
 * Passes the events of the current page on.
 * @param endsNow called first when the page becomes visible: if it returns true, nothing else hears of the event
 */
export function listenToPage(page: PageEvents, endsNow: () => boolean = () => false): void {
  for (const name of ['online', 'offline', 'pagehide', 'pageshow', 'storage'] as const)
    addEventListener(name, (event) => page.dispatch(name, event as never))
  document.addEventListener(
    'visibilitychange',
    (event) => {
      if (document.visibilityState === 'visible' && endsNow()) event.stopImmediatePropagation()
      else page.dispatch('visibilitychange', event)
    },
    { capture: true },
  )
}

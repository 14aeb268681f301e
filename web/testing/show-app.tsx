import { App } from '#web/app/app.tsx'
import { showPage } from './open-trip.tsx'

/**
 * Shows the whole app at an address such as `/trip/ID?tab=meals`: header, tabs, menus and navigation. After `openTrip`,
 * somebody is signed in. Back and forward work as in a browser; there is no reload.
 */
export function showApp(address: string): void {
  history.replaceState(null, '', address)
  showPage(<App />)
}

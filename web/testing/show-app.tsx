import { App } from '#web/app/app.tsx'
import { showPage } from './open-trip.tsx'

// Loaded before the first test, so that none waits for the pages of the app.
import '#web/app/signed-in.tsx'
import '#web/pages/group/group-page.tsx'
import '#web/pages/trip/trip-page.tsx'
import '#web/pages/trips/trips-page.tsx'

/**
 * Shows the whole app at an address such as `/trip/ID?tab=meals`: header, tabs, menus and navigation. After `openTrip`,
 * somebody is signed in. Back and forward work as in a browser; there is no reload.
 */
export function showApp(address: string): void {
  history.replaceState(null, '', address)
  showPage(<App />)
}

import * as m from '#messages'
import type { MenuItem } from '#web/ui/menu.tsx'

const names = {
  device: m.places_app_device,
  google: m.places_app_google,
  apple: m.places_app_apple,
  'organic maps': m.places_app_organic_maps,
  openstreetmap: m.places_app_openstreetmap,
}

/** The map apps in which a place can be opened, for a menu. */
export function mapAppItems(apps: readonly { id: keyof typeof names; address: string }[]): MenuItem[] {
  return apps.flatMap(({ id, address }) => {
    // Elsewhere `geo:` opens nothing.
    if (id === 'device' && !/Android/.test(navigator.userAgent)) return []
    return [{ label: names[id](), onSelect: () => openInNewTab(address) }]
  })
}

/** As a link would, in a tab of its own: the trip stays open. */
function openInNewTab(address: string): void {
  const link = document.createElement('a')
  Object.assign(link, { href: address, target: '_blank', rel: 'noopener noreferrer' })
  link.click()
}

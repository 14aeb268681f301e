import { Navigation } from 'lucide-react'
import { searchAddresses } from '#domain/places/search-addresses.ts'
import * as m from '#messages'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MenuOnPress } from '#web/ui/loading/menu-on-press.tsx'

/** Looks for a typed address in one of the phone's map apps. It says nothing about where the person is. */
export function FindButton({ address }: { address: string }) {
  const items = searchAddresses(address).flatMap(({ id, address: link }) => {
    // Elsewhere `geo:` opens nothing.
    if (id === 'device' && !/Android/.test(navigator.userAgent)) return []
    return [{ label: labels[id](), onSelect: () => openInNewTab(link) }]
  })
  const label = m.places_navigate_to({ place: address })
  return (
    <MenuOnPress
      trigger={
        <IconButton
          icon={Navigation}
          label={label}
          title={m.places_navigate()}
          className="-mt-5 -mr-2 -mb-2 print:hidden"
        />
      }
      items={items}
    />
  )
}

const labels = {
  device: m.places_app_device,
  google: m.places_app_google,
  apple: m.places_app_apple,
  'organic maps': m.places_app_organic_maps,
  openstreetmap: m.places_app_openstreetmap,
}

/** As a link would: the trip stays open. */
function openInNewTab(address: string): void {
  const link = document.createElement('a')
  Object.assign(link, { href: address, target: '_blank', rel: 'noopener noreferrer' })
  link.click()
}

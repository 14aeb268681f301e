import { Navigation } from 'lucide-react'
import { searchAddresses } from '#domain/places/search-addresses.ts'
import * as m from '#messages'
import { mapAppItems } from '#web/trip-core/places/map-apps.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MenuOnPress } from '#web/ui/loading/menu-on-press.tsx'

/** Looks for a typed address in one of the phone's map apps. It says nothing about where the person is. */
export function FindButton({ address }: { address: string }) {
  const items = mapAppItems(searchAddresses(address))
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

import { Navigation } from 'lucide-react'
import { navigationAddresses } from '#domain/places/navigate.ts'
import type { Position } from '#domain/places/position.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'

interface NavigateButtonProps {
  position: Position
  name: string
  /** In a row of a list: its icon alone where there is little room. */
  isInRow?: boolean
}

/** Opens the position in one of the phone's map apps. It says nothing about where the person is. */
export function NavigateButton({ position, name, isInRow = false }: NavigateButtonProps) {
  const items: MenuItem[] = navigationAddresses(position, name).flatMap(({ id, address }) => {
    // Elsewhere `geo:` opens nothing.
    if (id === 'device' && !/Android/.test(navigator.userAgent)) return []
    return [{ label: labels[id](), onSelect: () => openAddress(address) }]
  })
  return (
    <Menu
      trigger={
        <Button
          variant="quiet"
          className="shrink-0"
          aria-label={m.places_navigate_to({ place: name })}
          title={m.places_navigate()}
        >
          <Navigation aria-hidden="true" className="size-5" />
          <span className={isInRow ? 'max-sm:hidden' : ''}>{m.places_navigate()}</span>
        </Button>
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

/** As a link would, in a tab of its own: the trip stays open. */
function openAddress(address: string): void {
  const link = document.createElement('a')
  Object.assign(link, { href: address, target: '_blank', rel: 'noopener noreferrer' })
  link.click()
}

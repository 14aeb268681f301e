import { Navigation } from 'lucide-react'
import { navigationAddresses } from '#domain/places/navigate.ts'
import type { Position } from '#domain/places/position.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { mapAppItems } from './map-apps.ts'

interface NavigateButtonProps {
  position: Position
  name: string
  /** In a row of a list: its icon alone where there is little room. */
  isInRow?: boolean
}

/** Opens the position in one of the phone's map apps. It says nothing about where the person is. */
export function NavigateButton({ position, name, isInRow = false }: NavigateButtonProps) {
  const items = mapAppItems(navigationAddresses(position, name))
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

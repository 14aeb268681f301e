import type { LngLat, MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent } from 'react'
import type { Position } from '#domain/places/position.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'

interface PickPointProps {
  map: MapLibreMap
  onPick: (position: Position) => void
  onCancel: () => void
}

/** Takes the point of the map that somebody presses, or its middle: a keyboard can only move the map. */
export function PickPoint({ map, onPick, onCancel }: PickPointProps) {
  const pick = useEffectEvent((point: LngLat) => {
    const { lng: lon, lat } = point.wrap()
    onPick({ lat, lon })
  })
  const cancel = useEffectEvent(onCancel)
  useEffect(() => {
    const onPress = ({ lngLat }: { lngLat: LngLat }) => pick(lngLat)
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && cancel()
    map.on('click', onPress)
    map.getContainer().addEventListener('keydown', onKeyDown)
    map.getContainer().scrollIntoView({ block: 'nearest' })
    // After the dialog has given the focus back.
    const timer = setTimeout(() => map.getCanvas().focus({ preventScroll: true }))
    return () => {
      clearTimeout(timer)
      map.off('click', onPress)
      map.getContainer().removeEventListener('keydown', onKeyDown)
    }
  }, [map])
  return (
    <section
      aria-label={m.map_pick()}
      className="flex flex-wrap items-center justify-between gap-2 border-t border-line bg-surface p-3"
    >
      <p role="status" className="min-w-0 basis-full">
        {m.map_pick_how()}
      </p>
      <Button variant="quiet" onClick={onCancel}>
        {m.common_cancel()}
      </Button>
      <Button onClick={() => pick(map.getCenter())}>{m.map_pick_middle()}</Button>
    </section>
  )
}

import { Plus } from 'lucide-react'
import { type GeoJSONSource, type MapLibreMap, Marker, type StyleSpecification } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { boundsOf, isWithin } from '#domain/places/bounds.ts'
import type { MapPin, TripMapProps } from '#web/trip-core/places/map-pin.ts'
import { placeIcons } from '#web/trip-core/places/place-kinds.ts'
import { openBaseMap } from './base-map.ts'
import { baseStyle } from './base-style.ts'
import { type Camera, createMap, showBounds } from './create-map.ts'
import { fontsOf, loadDetailedStyle } from './detailed-style.ts'
import { readColours } from './map-colours.ts'
import { PickPoint } from './pick-point.tsx'
import { addPinLayers, PIN_DOTS, PINS } from './pin-layers.ts'

/** The system may end the map's workers meanwhile, without a word: after so long the map is made again. */
const HIDDEN_MS = 60_000
/** More pins than these are dots. */
const MAX_MARKERS = 100

interface LoadedMapProps extends Pick<TripMapProps, 'pins' | 'onOpen' | 'picking'> {
  /** The addresses of the detailed map's styles; undefined for the bundled map alone. */
  detailed: { style: string; dark_style: string } | undefined
  /** The detailed map could not be loaded. */
  onFailed: () => void
  /** The bundled map, or the map's code, could not be loaded. */
  onMissing: () => void
}

/** The interactive map. Its code loads when somebody opens a page with a map. */
export function LoadedMap({ pins, onOpen, picking, detailed, onFailed, onMissing }: LoadedMapProps) {
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibreMap>()
  const version = useVersion()
  const isDark = useIsDark()
  const camera = useRef<Camera>(undefined)
  const bounds = boundsOf(pins.map(({ position }) => position))
  const start = useEffectEvent(() => camera.current ?? bounds)
  const fail = useEffectEvent(onFailed)
  const miss = useEffectEvent(onMissing)
  const address = isDark ? detailed?.dark_style : detailed?.style
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another map
  useEffect(() => {
    const element = container.current
    if (!element) return
    const colours = readColours(element)
    let made: MapLibreMap | undefined
    let isOver = false
    const make = (style: StyleSpecification) => {
      if (isOver) return
      const created = createMap(element, style, start())
      made = created
      created.once('load', () => {
        addPinLayers(created, colours, fontsOf(style))
        setMap(created)
      })
      // Without its worker there is no map. Tiles that are missing leave what is below them.
      created.on('error', (event) => 'sourceId' in event || created.loaded() || miss())
    }
    const detail = () =>
      loadDetailedStyle(address ?? '', colours).catch(() => {
        if (!isOver) fail()
        return baseStyle(colours)
      })
    Promise.all([address === undefined ? baseStyle(colours) : detail(), openBaseMap()]).then(
      ([style]) => make(style),
      () => isOver || miss(),
    )
    return () => {
      isOver = true
      if (!made) return
      const { lng, lat } = made.getCenter()
      camera.current = { center: [lng, lat], zoom: made.getZoom() }
      made.remove()
      setMap(undefined)
    }
  }, [version, isDark, address])
  usePinLayers(map, pins, onOpen)
  useShownPins(map, pins)
  return (
    <div className="flex size-full flex-col">
      <div className="relative min-h-0 grow">
        <div ref={container} className="size-full" />
        {picking && (
          <Plus
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-1/2 size-8 -translate-1/2 text-danger"
          />
        )}
      </div>
      {map && picking && <PickPoint map={map} {...picking} />}
      {map && pins.slice(0, MAX_MARKERS).map((pin) => <Pin key={pin.id} map={map} pin={pin} onOpen={onOpen} />)}
    </div>
  )
}

/** Changes after the page was hidden for long: the map has to be made again. */
function useVersion(): number {
  const [version, setVersion] = useState(0)
  useEffect(() => {
    let hiddenAt: number | undefined
    const onVisibility = () => {
      if (document.hidden) hiddenAt = Date.now()
      else if (hiddenAt !== undefined && Date.now() - hiddenAt >= HIDDEN_MS) setVersion((count) => count + 1)
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [])
  return version
}

function useIsDark(): boolean {
  const [query] = useState(() => matchMedia('(prefers-color-scheme: dark)'))
  const [isDark, setIsDark] = useState(query.matches)
  useEffect(() => {
    const update = () => setIsDark(query.matches)
    query.addEventListener('change', update)
    return () => query.removeEventListener('change', update)
  }, [query])
  return isDark
}

/** The names of all pins, where there is room, and dots for those without a marker. */
function usePinLayers(map: MapLibreMap | undefined, pins: readonly MapPin[], onOpen: (id: string) => void): void {
  const open = useEffectEvent(onOpen)
  useEffect(() => {
    map?.on('click', PIN_DOTS, ({ features }) => open(String(features?.[0]?.properties['id'])))
  }, [map])
  useEffect(() => {
    const features = pins.map(({ id, name, position }, index) => ({
      type: 'Feature' as const,
      properties: { id, name, isDot: index >= MAX_MARKERS },
      geometry: { type: 'Point' as const, coordinates: [position.lon, position.lat] },
    }))
    map?.getSource<GeoJSONSource>(PINS)?.setData({ type: 'FeatureCollection', features })
  }, [map, pins])
}

/** Shows all pins again when one of them is new and out of sight. */
function useShownPins(map: MapLibreMap | undefined, pins: readonly MapPin[]): void {
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!map) return
    const before = known.current
    const keyOf = ({ id, position: { lat, lon } }: MapPin) => `${id} ${lat},${lon}`
    known.current = new Set(pins.map(keyOf))
    if (!before) return
    const view = map.getBounds()
    const visible = { south: view.getSouth(), north: view.getNorth(), west: view.getWest(), east: view.getEast() }
    const isHidden = pins.some((pin) => !before.has(keyOf(pin)) && !isWithin(pin.position, visible))
    const bounds = boundsOf(pins.map(({ position }) => position))
    if (bounds && isHidden) showBounds(map, bounds)
  }, [map, pins])
}

/** Everything that it says and does is in the list beside the map too. */
function Pin({ map, pin, onOpen }: { map: MapLibreMap; pin: MapPin; onOpen: (id: string) => void }) {
  const [element] = useState(() => {
    const made = document.createElement('div')
    made.setAttribute('aria-hidden', 'true')
    // As far as the turned square is higher than it is wide.
    made.className = 'pb-2'
    // Above the pins that it may overlap.
    if (pin.isDestination) made.style.zIndex = '1'
    return made
  })
  const { lat, lon } = pin.position
  useEffect(() => {
    const marker = new Marker({ element, anchor: 'bottom' }).setLngLat([lon, lat]).addTo(map)
    return () => void marker.remove()
  }, [map, element, lat, lon])
  const Icon = placeIcons[pin.kind]
  return createPortal(
    <button
      type="button"
      tabIndex={-1}
      title={pin.name}
      onClick={() => onOpen(pin.id)}
      className={`grid size-9 rotate-45 place-items-center rounded-full rounded-br-none border-2 border-surface shadow-lifted ${pin.isDestination ? 'bg-accent text-on-accent' : 'bg-action text-on-action'}`}
    >
      <Icon aria-hidden="true" className="size-4.5 -rotate-45" />
    </button>,
    element,
  )
}

import { Plus } from 'lucide-react'
import { clearPrewarmedResources, type GeoJSONSource, type MapLibreMap, Marker } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { boundsOf, isWithin } from '#domain/places/bounds.ts'
import { cacheMap } from '#web/data/offline/cache-map.ts'
import type { MapPin, TripMapProps } from '#web/trip-core/places/map-pin.ts'
import { placeIcons } from '#web/trip-core/places/place-kinds.ts'
import { useIsDark } from '#web/trip-core/use-media.ts'
import { openBaseMap } from './base-map.ts'
import { baseStyle } from './base-style.ts'
import { type Camera, createMap, isShowingDevice, showBounds, showDevice } from './create-map.ts'
import { type DetailedMap, fontsOf, loadDetailedStyle } from './detailed-style.ts'
import { readColours } from './map-colours.ts'
import { PickPoint } from './pick-point.tsx'
import { addPinLayers, PIN_DOTS, PINS } from './pin-layers.ts'

/** The system may end the map's workers meanwhile, without a word: after so long the map is made again. */
const HIDDEN_MS = 60_000
/** A style that cannot be drawn is never ready. */
const STYLE_MS = 5000
/** More pins than these are dots. */
const MAX_MARKERS = 100
/** The map has no poles. */
const MAX_LATITUDE = 85

interface LoadedMapProps extends Omit<TripMapProps, 'trip' | 'withoutMap' | 'onReady'> {
  /** Undefined for the bundled map alone. */
  detailed: DetailedMap | undefined
  /** The detailed map could not be loaded. */
  onFailed: () => void
  /** The bundled map could not be loaded. */
  onMissing: () => void
}

/** The interactive map. Its code loads when somebody opens a page with a map. */
export function LoadedMap({ pins, added, onOpen, picking, detailed, onFailed, onMissing }: LoadedMapProps) {
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibreMap>()
  const [isDrawn, setIsDrawn] = useState(false)
  /** Changes with each style: it takes the layers of the one before with it. */
  const [styles, setStyles] = useState(0)
  const version = useVersion()
  const isDark = useIsDark()
  const left = useRef<{ camera: Camera; isDeviceShown: boolean }>(undefined)
  const start = useEffectEvent(() => left.current?.camera ?? boundsOfPins(pins))
  const miss = useEffectEvent(onMissing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another map
  useEffect(() => {
    const element = container.current
    if (!element) return
    let isOver = false
    openBaseMap().catch(() => isOver || miss())
    const colours = readColours(element)
    const made = createMap(element, baseStyle(colours), start())
    setMap(made)
    made.on('style.load', () => {
      addPinLayers(made, colours, fontsOf(made.getStyle()))
      setStyles((count) => count + 1)
    })
    // Tiles and pictures that are missing leave what is below them.
    made.on('error', () => {})
    made.once('load', () => {
      setIsDrawn(true)
      if (left.current?.isDeviceShown) showDevice(made)
    })
    // What is on the screen comes first.
    made.once('idle', () => void cacheMap())
    return () => {
      isOver = true
      const { lng, lat } = made.getCenter()
      left.current = { camera: { center: [lng, lat], zoom: made.getZoom() }, isDeviceShown: isShowingDevice(made) }
      made.remove()
      // The next map has new workers.
      clearPrewarmedResources()
      setMap(undefined)
      setIsDrawn(false)
    }
  }, [version, isDark])
  useDetailedStyle({ map, detailed, isDark, onFailed })
  usePinLayers({ map, styles, pins, onOpen: picking ? () => {} : onOpen })
  useShownPins(map, pins, added)
  return (
    <div className="flex size-full flex-col">
      <div className="relative min-h-0 grow">
        <div ref={container} data-drawn={isDrawn} className="size-full" />
        {picking && (
          <Plus
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-1/2 size-8 -translate-1/2 text-danger"
          />
        )}
      </div>
      {map && picking && <PickPoint map={map} {...picking} />}
      {map &&
        pins
          .slice(0, MAX_MARKERS)
          .map((pin) => <Pin key={pin.id} map={map} pin={pin} isOpened={!picking} onOpen={onOpen} />)}
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

interface DetailedStyleProps extends Pick<LoadedMapProps, 'detailed' | 'onFailed'> {
  map: MapLibreMap | undefined
  isDark: boolean
}

/** Lays the detailed map over the bundled one, which is there at once. */
function useDetailedStyle({ map, detailed, isDark, onFailed }: DetailedStyleProps): void {
  const fail = useEffectEvent(onFailed)
  const detailedOn = useRef<MapLibreMap>(undefined)
  useEffect(() => {
    if (!map) return
    if (!detailed) {
      if (detailedOn.current === map) map.setStyle(baseStyle(readColours(map.getContainer())), { diff: false })
      detailedOn.current = undefined
      return
    }
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const colours = readColours(map.getContainer())
    const end = () => isOver || fail()
    loadDetailedStyle(detailed, isDark, colours).then((style) => {
      if (isOver) return
      timer = setTimeout(end, STYLE_MS)
      map.once('style.load', () => clearTimeout(timer))
      map.setStyle(style, { diff: false })
      detailedOn.current = map
    }, end)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [map, detailed, isDark])
}

interface PinLayersProps extends Pick<TripMapProps, 'pins' | 'onOpen'> {
  map: MapLibreMap | undefined
  styles: number
}

/** The names of all pins, where there is room, and dots for those without a marker. */
function usePinLayers({ map, styles, pins, onOpen }: PinLayersProps): void {
  const open = useEffectEvent(onOpen)
  useEffect(() => {
    map?.on('click', PIN_DOTS, ({ features }) => open(String(features?.[0]?.properties['id'])))
  }, [map])
  useEffect(() => {
    if (styles === 0) return
    const features = pins.map(({ id, name, position }, index) => ({
      type: 'Feature' as const,
      properties: { id, name, isDot: index >= MAX_MARKERS },
      geometry: { type: 'Point' as const, coordinates: pointOf(position) },
    }))
    map?.getSource<GeoJSONSource>(PINS)?.setData({ type: 'FeatureCollection', features })
  }, [map, styles, pins])
}

/** Shows all pins when this person has added one that is out of sight, and when there were none. */
function useShownPins(map: MapLibreMap | undefined, pins: readonly MapPin[], added: string | undefined): void {
  const before = useRef<{ map: MapLibreMap; count: number; added: string | undefined }>(undefined)
  useEffect(() => {
    if (!map) return
    const last = before.current
    before.current = { map, count: pins.length, added }
    const bounds = boundsOfPins(pins)
    if (last?.map !== map || !bounds) return
    const view = map.getBounds()
    const visible = { south: view.getSouth(), north: view.getNorth(), west: view.getWest(), east: view.getEast() }
    const one = added === last.added ? undefined : pins.find(({ id }) => id === added)
    if (last.count === 0 || (one && !isWithin(one.position, visible))) showBounds(map, bounds)
  }, [map, pins, added])
}

const boundsOfPins = (pins: readonly MapPin[]) => boundsOf(pins.map(({ position }) => position))

const pointOf = ({ lat, lon }: MapPin['position']): [number, number] => [
  lon,
  Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)),
]

interface PinProps {
  map: MapLibreMap
  pin: MapPin
  /** Whether a press opens it. */
  isOpened: boolean
  onOpen: (id: string) => void
}

/** Everything that it says and does is in the list beside the map too. */
function Pin({ map, pin, isOpened, onOpen }: PinProps) {
  const [element] = useState(() => {
    const made = document.createElement('div')
    made.setAttribute('aria-hidden', 'true')
    // As far as the turned square is higher than it is wide.
    made.className = 'pb-2'
    return made
  })
  const [lon, lat] = pointOf(pin.position)
  useEffect(() => {
    const marker = new Marker({ element, anchor: 'bottom' }).setLngLat([lon, lat]).addTo(map)
    return () => void marker.remove()
  }, [map, element, lat, lon])
  useEffect(() => {
    // Above the pins that it may overlap.
    element.style.zIndex = pin.isDestination ? '1' : ''
  }, [element, pin.isDestination])
  const Icon = placeIcons[pin.kind]
  return createPortal(
    <button
      type="button"
      tabIndex={-1}
      title={pin.name}
      onClick={() => onOpen(pin.id)}
      className={`grid size-9 rotate-45 place-items-center rounded-full rounded-br-none border-2 border-surface shadow-lifted ${isOpened ? '' : 'pointer-events-none'} ${pin.isDestination ? 'bg-accent text-on-accent' : 'bg-action text-on-action'}`}
    >
      <Icon aria-hidden="true" className="size-4.5 -rotate-45" />
    </button>,
    element,
  )
}

import { Plus } from 'lucide-react'
import { clearPrewarmedResources, type GeoJSONSource, type MapLibreMap, Marker } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Bounds, boundsOf, isWithin } from '#domain/places/bounds.ts'
import { outlineOf } from '#domain/tracks/outline.ts'
import { cacheMap } from '#web/data/offline/cache-map.ts'
import type { MapLine, MapPin, TripMapProps } from '#web/trip-core/places/map-pin.ts'
import { placeIcons } from '#web/trip-core/places/place-kinds.ts'
import { useIsDark } from '#web/trip-core/use-media.ts'
import { addOutlineLayer, showOutline } from './area-outline.ts'
import { openBaseMap } from './base-map.ts'
import { baseStyle } from './base-style.ts'
import { type Camera, createMap, isShowingDevice, showBounds, showDevice } from './create-map.ts'
import { type DetailedMap, fontsOf, loadDetailedStyle } from './detailed-style.ts'
import { addLineLayers, LINE_TOUCH, showLines } from './line-layers.ts'
import { type MapColours, readColours } from './map-colours.ts'
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
  /** Hears which part of the map is shown, and what is shown next. */
  onView: ((view: Bounds) => void) | undefined
  /** Boxes that are drawn on the map: an area that is saved, or may be. */
  outline: readonly Bounds[]
}

/** The interactive map. Its code loads when somebody opens a page with a map. */
export function LoadedMap(props: LoadedMapProps) {
  const { pins, lines, added, addedLine, onOpen, onOpenLine, picking, detailed, onFailed, onMissing, onView, outline } =
    props
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibreMap>()
  const [isDrawn, setIsDrawn] = useState(false)
  /** Changes with each style: it takes the layers of the one before with it. */
  const [styles, setStyles] = useState(0)
  const version = useVersion()
  const isDark = useIsDark()
  const left = useRef<{ camera: Camera; isDeviceShown: boolean }>(undefined)
  const start = useEffectEvent(() => left.current?.camera ?? boundsOfAll(pins, lines))
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
      addOutlineLayer(made, colours)
      const fonts = fontsOf(made.getStyle())
      addLineLayers(made, colours, fonts)
      addPinLayers(made, colours, fonts)
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
  useLineLayers({ map, styles, lines, onOpenLine: picking ? () => {} : onOpenLine })
  useAllShown(map, { pins, lines, added, addedLine })
  useView(map, onView)
  useEffect(() => {
    if (map && styles > 0) showOutline(map, outline)
  }, [map, styles, outline])
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
  const load = useEffectEvent(async (colours: MapColours) => detailed && loadDetailedStyle(detailed, isDark, colours))
  const detailedOn = useRef<MapLibreMap>(undefined)
  const service = detailed?.map
  const isLive = detailed?.isLive
  // biome-ignore lint/correctness/useExhaustiveDependencies: a map that is shown stays when an area of it was saved
  useEffect(() => {
    if (!map) return
    if (!service) {
      if (detailedOn.current === map) map.setStyle(baseStyle(readColours(map.getContainer())), { diff: false })
      detailedOn.current = undefined
      return
    }
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const colours = readColours(map.getContainer())
    const end = () => isOver || fail()
    load(colours).then((style) => {
      if (isOver || !style) return
      timer = setTimeout(end, STYLE_MS)
      map.once('style.load', () => clearTimeout(timer))
      map.setStyle(style, { diff: false })
      detailedOn.current = map
    }, end)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [map, service, isLive, isDark])
}

/** Tells which part of the map is shown, as soon as somebody wants to know, and whenever it has moved. */
function useView(map: MapLibreMap | undefined, onView: ((view: Bounds) => void) | undefined): void {
  useEffect(() => {
    if (!map || !onView) return
    const tell = () => onView(viewOf(map))
    tell()
    map.on('moveend', tell)
    return () => void map.off('moveend', tell)
  }, [map, onView])
}

function viewOf(map: MapLibreMap): Bounds {
  const view = map.getBounds()
  return { south: view.getSouth(), north: view.getNorth(), west: view.getWest(), east: view.getEast() }
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

interface LineLayersProps extends Pick<TripMapProps, 'lines' | 'onOpenLine'> {
  map: MapLibreMap | undefined
  styles: number
}

/** The tracks, which a press opens. */
function useLineLayers({ map, styles, lines, onOpenLine }: LineLayersProps): void {
  const open = useEffectEvent(onOpenLine)
  useEffect(() => {
    map?.on('click', LINE_TOUCH, ({ features, originalEvent, point }) => {
      // A pin or dot that lies on a track is what was pressed.
      const isOnDot = map.queryRenderedFeatures(point, { layers: [PIN_DOTS] }).length > 0
      if (originalEvent.target === map.getCanvas() && !isOnDot) open(String(features?.[0]?.properties['id']))
    })
  }, [map])
  useEffect(() => {
    if (map && styles > 0) showLines(map, lines)
  }, [map, styles, lines])
}

/**
 * Shows all pins and tracks when this person has added one that is out of sight, and when there were none. Tracks,
 * which load later, are shown as long as nobody has moved the map.
 */
function useAllShown(map: MapLibreMap | undefined, { pins, lines, added, addedLine }: ShownParts): void {
  const before = useRef<{ map: MapLibreMap; count: number; lineCount: number }>(undefined)
  const isMoved = useRef(false)
  const shown = useRef({ added, addedLine })
  useEffect(() => {
    isMoved.current = false
    map?.on('movestart', ({ originalEvent }) => {
      if (originalEvent) isMoved.current = true
    })
  }, [map])
  useEffect(() => {
    if (!map) return
    const last = before.current
    before.current = { map, count: pins.length, lineCount: lines.length }
    const bounds = boundsOfAll(pins, lines)
    if (last?.map !== map || !bounds) return
    const pin = added === shown.current.added ? undefined : pins.find(({ id }) => id === added)
    const line = addedLine === shown.current.addedLine ? undefined : lines.find(({ id }) => id === addedLine)
    if (pin) shown.current.added = added
    if (line) shown.current.addedLine = addedLine
    const places = [...(pin ? [pin.position] : []), ...(line ? outlineOf(line.segments) : [])]
    const visible = viewOf(map)
    const hasFirst = last.count + last.lineCount === 0 || (lines.length > last.lineCount && !isMoved.current)
    if (hasFirst || places.some((place) => !isWithin(place, visible))) showBounds(map, bounds)
  }, [map, pins, lines, added, addedLine])
}

type ShownParts = Pick<TripMapProps, 'pins' | 'lines' | 'added' | 'addedLine'>

const boundsOfAll = (pins: readonly MapPin[], lines: readonly MapLine[]) =>
  boundsOf([...pins.map(({ position }) => position), ...lines.flatMap(({ segments }) => outlineOf(segments))])

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

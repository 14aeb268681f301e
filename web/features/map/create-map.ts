import {
  AttributionControl,
  addProtocol,
  GeolocateControl,
  MapLibreMap,
  NavigationControl,
  prewarm,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl'
import libraryStyles from 'maplibre-gl/dist/maplibre-gl.css?inline'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { Bounds } from '#domain/places/bounds.ts'
import * as m from '#messages'
import { baseTiles } from '#web/trip-core/places/base-tiles.ts'
import { BASE_PROTOCOL } from './base-style.ts'
import ownStyles from './map.css?inline'
import { loadSaved, SAVED_PROTOCOL } from './saved-protocol.ts'
import { tileOf } from './tile-address.ts'

// With the code, so that one file is missing or none.
for (const styles of [libraryStyles, ownStyles]) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
}
// The library would make it from a text, which the content security policy forbids.
setWorkerUrl(workerUrl)
// The worker starts while the trip and the tiles load.
prewarm()
addProtocol(BASE_PROTOCOL, async ({ url }) => ({ data: await baseTiles.readTile(...tileOf(url)) }))
addProtocol(SAVED_PROTOCOL, loadSaved)

/** How far the map is zoomed in to show the places, at most: the lakes of the bundled map are coarse. */
const NEAREST = 9
/** Around the device. */
const NEAREST_OF_DEVICE = 12
/** More pixels than that cost time and memory, and show nothing more. */
const MAX_PIXEL_RATIO = 2
/** Around the pins, in pixels. The buttons are on the right. */
const MARGINS = { top: 64, right: 88, bottom: 56, left: 56 }

const locators = new WeakMap<MapLibreMap, GeolocateControl>()

/** Where a map was left. */
export interface Camera {
  center: [number, number]
  zoom: number
}

/** A map of the world in an element: flat, north at the top, to be moved by touch, mouse and keyboard. */
export function createMap(
  container: HTMLElement,
  style: StyleSpecification,
  start: Bounds | Camera | undefined,
): MapLibreMap {
  // Otherwise the library warns when a second map ends its workers.
  prewarm()
  const map = new MapLibreMap({
    container,
    style,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    rollEnabled: false,
    fadeDuration: 0,
    pixelRatio: Math.min(devicePixelRatio, MAX_PIXEL_RATIO),
    locale: {
      'Map.Title': m.map_title(),
      'NavigationControl.ZoomIn': m.map_zoom_in(),
      'NavigationControl.ZoomOut': m.map_zoom_out(),
      'GeolocateControl.FindMyLocation': m.map_find_me(),
      'GeolocateControl.LocationNotAvailable': m.map_find_me_not(),
      'AttributionControl.ToggleAttribution': m.map_credit(),
    },
    ...(start && 'center' in start ? start : {}),
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new AttributionControl({ compact: true }))
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  const locator = new GeolocateControl({
    trackUserLocation: true,
    positionOptions: { enableHighAccuracy: true },
    fitBoundsOptions: { maxZoom: NEAREST_OF_DEVICE },
  })
  map.addControl(locator)
  locators.set(map, locator)
  map.addControl(new ScaleControl({ unit: 'metric' }), 'top-left')
  if (start && 'west' in start) showBounds(map, start)
  return map
}

/** Whether the map shows where the device is. */
export function isShowingDevice(map: MapLibreMap): boolean {
  return map.getContainer().querySelector('.maplibregl-user-location-dot') !== null
}

/** Shows where the device is, as after a press on the button. The map is loaded. */
export function showDevice(map: MapLibreMap): void {
  locators.get(map)?.trigger()
}

/** Shows all of the bounds, at once. */
export function showBounds(map: MapLibreMap, { west, south, east, north }: Bounds): void {
  map.fitBounds([west, south, east, north], { padding: MARGINS, maxZoom: NEAREST, animate: false })
}

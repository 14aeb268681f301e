import { readNumber } from './read-number.ts'
import type { XmlReader } from './read-xml.ts'
import type { TrackFileBuilder } from './track-file-builder.ts'

/** A point in Garmin's extension of a route point: where the way to the next one goes. */
const isShapingPoint = (element: string) => element === 'rpt' || element.endsWith(':rpt')
const isPoint = (element: string) =>
  element === 'trkpt' || element === 'rtept' || element === 'wpt' || isShapingPoint(element)

/**
 * Reads GPX 1.0 and 1.1 (https://www.topografix.com/gpx.asp). A route becomes a track. Extensions are ignored, but for
 * Garmin's route shapes, without which a route goes straight from one turn to the next.
 */
export function readGpx(builder: TrackFileBuilder): XmlReader {
  let fileName = ''
  /** Of the track, the route or the waypoint. */
  let texts = new Map<string, string>()
  let [lat, lon, elevation] = ['', '', '']
  /** Whether a point is not yet added, and whether attributes are its own. */
  let [isOpen, isPointTag] = [false, false]

  /** Adds the point of a track or route, if it was not yet: a route point may have shaping points within it. */
  function addPoint() {
    if (isOpen) builder.addPoint(readNumber(lat), readNumber(lon), readNumber(elevation))
    isOpen = false
  }

  return {
    open(element) {
      if (element === 'trk' || element === 'rte' || element === 'wpt') texts = new Map()
      else if (element === 'trkseg') builder.endSegment()
      isPointTag = isPoint(element)
      if (!isPointTag) return
      addPoint()
      lat = lon = elevation = ''
      isOpen = true
    },
    attribute(name, value) {
      if (!isPointTag) return
      if (name === 'lat') lat = value
      else if (name === 'lon') lon = value
    },
    close(element, parent, text) {
      if (element === 'ele' && isPoint(parent)) elevation = text
      else if (parent === 'trk' || parent === 'rte' || parent === 'wpt') texts.set(element, text)
      else if (element === 'name' && (parent === 'metadata' || parent === 'gpx')) fileName = text
      const get = (name: string) => texts.get(name)?.trim() ?? ''
      if (element === 'wpt') {
        const notes = new Set([get('desc'), get('cmt')])
        builder.addWaypoint({
          name: get('name'),
          note: [...notes].join('\n'),
          lat: readNumber(lat),
          lon: readNumber(lon),
          symbol: get('sym') || get('type'),
        })
        isOpen = false
      } else if (isPoint(element)) addPoint()
      else if (element === 'trkseg') builder.endSegment()
      else if (element === 'trk' || element === 'rte') builder.endTrack(get('name') || fileName)
    },
  }
}

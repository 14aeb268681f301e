import { readNumber } from './read-number.ts'
import type { XmlReader } from './read-xml.ts'
import type { TrackFileBuilder } from './track-file-builder.ts'

/** More characters than any coordinates have. */
const MAX_COORDINATES = 200
const LINES = new Set(['LineString', 'LinearRing', 'gx:Track'])

/**
 * Reads KML (https://developers.google.com/kml/documentation/kmlreference). Each placemark with lines becomes a track,
 * each of its points a waypoint. Areas are left out, but a ring that is none is a line.
 */
export function readKml(builder: TrackFileBuilder): XmlReader {
  /** The names of the folders around, the outermost first. */
  const folders: string[] = []
  let [name, note, altitudeMode] = ['', '', '']
  let areas = 0
  let points: { lat: number; lon: number }[] = []
  /** The element whose coordinates are read; '' outside of one. */
  let shape = ''
  /** Coordinates whose end has not been read. */
  let rest = ''

  /** Reads 'lon,lat,alt' or, of gx:coord, 'lon lat alt'. */
  function addCoordinates(numbers: string[]) {
    const [lon = '', lat = '', altitude = ''] = numbers
    if (shape === 'Point') points.push({ lat: readNumber(lat), lon: readNumber(lon) })
    else builder.addPoint(readNumber(lat), readNumber(lon), readNumber(altitude))
  }

  /** Some programs put a space after each comma. */
  function readCoordinates(part: string, isLast: boolean) {
    const text = (rest + part).replace(/\s+/g, ' ').replace(/ ?, ?/g, ',')
    const end = isLast ? text.length : text.trimEnd().lastIndexOf(' ')
    rest = text.slice(Math.max(end, 0))
    for (const coordinates of text.slice(0, Math.max(end, 0)).split(' ')) {
      if (coordinates !== '') addCoordinates(coordinates.split(','))
    }
    if (rest.length > MAX_COORDINATES) {
      rest = ''
      builder.skip()
    }
  }

  return {
    open(element, parent) {
      if (element === 'Folder' || element === 'Document') folders.push('')
      else if (element === 'Placemark') {
        name = note = ''
        points = []
      } else if (element === 'Polygon') areas++
      else if (LINES.has(element)) {
        builder.endSegment()
        altitudeMode = ''
      } else if (element === 'coordinates' && areas === 0 && (parent === 'Point' || LINES.has(parent))) {
        shape = parent
        rest = ''
      }
    },
    text(part) {
      if (shape !== '') readCoordinates(part, false)
    },
    close(element, parent, text) {
      if (element === 'coordinates' && shape !== '') {
        readCoordinates('', true)
        shape = ''
      } else if (element === 'gx:coord') addCoordinates(text.trim().split(/\s+/))
      else if (element === 'altitudeMode') altitudeMode = text.trim()
      // Heights above the ground are no elevations.
      else if (LINES.has(element)) builder.endSegment(altitudeMode !== 'relativeToGround')
      else if (element === 'name' && (parent === 'Folder' || parent === 'Document')) folders[folders.length - 1] = text
      else if (element === 'Folder' || element === 'Document') folders.pop()
      else if (element === 'Polygon') {
        areas--
        builder.skip()
      } else if (parent === 'Placemark' && element === 'name') name = text
      else if (parent === 'Placemark' && element === 'description') note = text
      else if (element === 'Placemark') {
        for (const point of points) builder.addWaypoint({ name, note, symbol: '', ...point })
        builder.endTrack(name.trim() || (folders.findLast((folder) => folder.trim() !== '') ?? ''))
      }
    },
  }
}

import type { Segment } from './track-line.ts'

/** What a GPX file of a trip has. Texts may have any characters and may be ''. */
export interface GpxContent {
  name: string
  places: {
    name: string
    note: string
    /** As the receiver's type: 'camp'. */
    kind: string
    lat: number
    lon: number
    /** When the group is there: 'Day 2, Sat, Jul 12', or ''. Put before the note. */
    day: string
  }[]
  routes: { name: string; points: { name: string; lat: number; lon: number }[] }[]
  tracks: { name: string; note: string; segments: readonly Segment[] }[]
}

const START = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Wayfare" xmlns="http://www.topografix.com/GPX/1/1" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">`

/** A GPX 1.1 file without times. Its elements are in the order of https://www.topografix.com/GPX/1/1/gpx.xsd. */
export function writeGpx({ name, places, routes, tracks }: GpxContent): string {
  const lines = [START, `<metadata>${element('name', name)}</metadata>`]
  for (const place of places) {
    const about = [place.day, place.note].filter((text) => text !== '').join('\n')
    const texts = element('name', place.name) + element('desc', about) + element('type', place.kind)
    lines.push(`<wpt ${at(place.lat, place.lon)}>${texts}</wpt>`)
  }
  for (const route of routes) {
    lines.push(`<rte>${element('name', route.name)}`)
    for (const point of route.points) {
      lines.push(`<rtept ${at(point.lat, point.lon)}>${element('name', point.name)}</rtept>`)
    }
    lines.push('</rte>')
  }
  for (const track of tracks) {
    lines.push(`<trk>${element('name', track.name)}${element('desc', track.note)}`)
    for (const segment of track.segments) pushSegment(lines, segment)
    lines.push('</trk>')
  }
  return `${lines.join('\n')}\n</gpx>\n`
}

function pushSegment(lines: string[], { lats, lons, elevations }: Segment): void {
  lines.push('<trkseg>')
  lats.forEach((lat, index) => {
    const elevation = elevations[index] ?? Number.NaN
    const point = `trkpt ${at(lat, lons[index] as number)}`
    lines.push(
      Number.isNaN(elevation) ? `<${point}/>` : `<${point}><ele>${Math.round(elevation * 10) / 10}</ele></trkpt>`,
    )
  })
  lines.push('</trkseg>')
}

/** The schema allows longitudes from -180 up to, but not including, 180. */
function at(lat: number, lon: number): string {
  const onEarth = (Math.abs(lon) <= 180 ? lon : lon - 360 * Math.round(lon / 360)).toFixed(6)
  return `lat="${lat.toFixed(6)}" lon="${onEarth === '180.000000' ? '-180.000000' : onEarth}"`
}

const element = (name: string, text: string) => (text === '' ? '' : `<${name}>${escaped(text)}</${name}>`)

/** Control characters, halves of surrogate pairs and the like, which XML 1.0 cannot have. */
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string) => text.replace(NO_XML, '').replace(/[&<>]/g, (mark) => ESCAPES[mark] ?? '')

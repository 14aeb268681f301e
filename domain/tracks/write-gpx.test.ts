import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanName, cleanNote, isHtml } from './file-texts.ts'
import { readTrackFile } from './read-track-file.ts'
import { anySegment } from './testing/any-segment.ts'
import { utf8 } from './testing/track-bytes.ts'
import type { Segment } from './track-line.ts'
import { writeGpx } from './write-gpx.ts'

const nothing = { name: '', places: [], routes: [], tracks: [] }

describe('a GPX file', () => {
  it('has places, then routes, then tracks, each with its elements in the order of the schema', () => {
    const camp = { name: 'Tea Lake', note: 'Site 12', kind: 'camp', lat: 45.5, lon: -78.7, day: 'Day 2, Sat, Jul 12' }
    const written = writeGpx({
      name: 'Algonquin',
      places: [camp, { name: '', note: '', kind: '', lat: 0, lon: 180, day: '' }],
      routes: [{ name: 'Day 2', points: [{ name: 'Tea Lake', lat: 45.5, lon: -78.7 }] }],
      tracks: [
        {
          name: 'Portage',
          note: 'Muddy',
          segments: [{ lats: [45.5, 45.5000004], lons: [179.9, 180.1], elevations: [401.26, Number.NaN] }],
        },
      ],
    })
    expect(written).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Wayfare" xmlns="http://www.topografix.com/GPX/1/1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">
<metadata><name>Algonquin</name></metadata>
<wpt lat="45.500000" lon="-78.700000"><name>Tea Lake</name><desc>Day 2, Sat, Jul 12
Site 12</desc><type>camp</type></wpt>
<wpt lat="0.000000" lon="-180.000000"></wpt>
<rte><name>Day 2</name>
<rtept lat="45.500000" lon="-78.700000"><name>Tea Lake</name></rtept>
</rte>
<trk><name>Portage</name><desc>Muddy</desc>
<trkseg>
<trkpt lat="45.500000" lon="179.900000"><ele>401.3</ele></trkpt>
<trkpt lat="45.500000" lon="-179.900000"/>
</trkseg>
</trk>
</gpx>
`)
  })

  it('escapes texts and leaves out what XML cannot have', () =>
    expect(writeGpx({ ...nothing, name: 'a & b <i>"c"</i> ]]>\u0000\u000b\ud800\ufffe 🏕' })).toContain(
      '<metadata><name>a &amp; b &lt;i&gt;"c"&lt;/i&gt; ]]&gt; 🏕</name></metadata>',
    ))

  const name = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .map((text) => cleanName(text.replace(/[\ufffe\uffff]/g, '')))
  const note = fc
    .array(fc.string({ maxLength: 30 }), { maxLength: 4 })
    .map((lines) => cleanNote(lines.join('\n')))
    .filter((text) => !isHtml(text))
  const place = fc.record({
    name,
    note,
    kind: name,
    lat: fc.double({ min: 1, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 179.9, noNaN: true }),
    day: fc.constant(''),
  })
  const track = fc.record({ name, note, segments: fc.array(anySegment(1), { minLength: 1, maxLength: 3 }) })

  it('reads back with the same places, routes and tracks', () =>
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 4 }),
        fc.array(track, { minLength: 1, maxLength: 3 }),
        (places, tracks) => {
          const points = places.map(({ lat, lon }) => ({ name: 'Stop', lat, lon }))
          const routes = points.length > 1 ? [{ name: 'Day 1', points }] : []
          const read = readTrackFile(utf8(writeGpx({ name: '', places, routes, tracks })))
          expect(read.skipped).toBe(0)
          expect(read.waypoints).toEqual(
            places.map((one) => ({
              name: one.name,
              note: one.note,
              symbol: one.kind,
              lat: expect.closeTo(one.lat, 5),
              lon: expect.closeTo(one.lon, 5),
            })),
          )
          expect(read.tracks.slice(0, routes.length).map((one) => [one.name, one.segments[0]?.lats])).toEqual(
            routes.map((one) => [one.name, one.points.map(({ lat }) => expect.closeTo(lat, 5))]),
          )
          expect(read.tracks.slice(routes.length)).toEqual(
            tracks.map((one) => ({ name: one.name, segments: one.segments.map(asRead) })),
          )
        },
      ),
    ))
})

/** Begins within 180 degrees, as a file has it. */
function asRead({ lats, lons, elevations }: Segment) {
  const first = Number((lons[0] as number).toFixed(6))
  const shift = first === 180 ? -360 : 0
  return {
    lats: lats.map((lat) => expect.closeTo(lat, 5)),
    lons: lons.map((lon) => expect.closeTo(lon + shift, 5)),
    elevations: elevations.map((elevation) => (elevation === 0 ? expect.any(Number) : elevation)),
  }
}

import * as fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import { measure } from './measure.ts'
import { MAX_TRACK_FILE_BYTES, readTrackFile } from './read-track-file.ts'
import { gpx, kml, refusalOf, utf8 } from './testing/track-bytes.ts'

const unknown = [Number.NaN, Number.NaN]
const line = { lats: [46, 46.1], lons: [8, 8.1], elevations: unknown }
const json = (value: unknown) => utf8(JSON.stringify(value))

describe('GPX', () => {
  it('has tracks, routes and waypoints', () =>
    expect(
      readTrackFile(
        gpx(`
          <metadata><name>Trip</name></metadata>
          <wpt lat="46.5" lon="8.5"><ele>1200</ele><name>Hut</name><cmt>Closed</cmt><desc>24 beds</desc><sym>Lodge</sym></wpt>
          <rte><name>By road</name><rtept lat="46" lon="8"><name>Start</name></rtept><rtept lat="46.1" lon="8.1"/></rte>
          <trk><name>On foot</name><trkseg>
            <trkpt lat="46" lon="8"><ele>1200.5</ele><time>2025-07-12T08:00:00Z</time></trkpt>
            <trkpt lat="46.1" lon="8.1"><ele>1300</ele></trkpt>
          </trkseg></trk>`),
      ),
    ).toEqual({
      tracks: [
        { name: 'By road', segments: [line] },
        { name: 'On foot', segments: [{ ...line, elevations: [1200.5, 1300] }] },
      ],
      waypoints: [{ name: 'Hut', note: '24 beds\nClosed', lat: 46.5, lon: 8.5, symbol: 'Lodge' }],
      skipped: 0,
    }))
})

describe('KML', () => {
  const lineString = '<LineString><coordinates>8,46 8.1,46.1</coordinates></LineString>'

  it('has a track for each placemark with lines, and waypoints', () =>
    expect(
      readTrackFile(
        kml(`
          <name>Map</name>
          <Folder><name>Hikes</name>
            <Placemark>${lineString}</Placemark>
            <Placemark><name>Two parts</name><MultiGeometry>${lineString}
              <LinearRing><coordinates> 8,46,1200\n\t8.1,46.1,1300 </coordinates></LinearRing></MultiGeometry></Placemark>
          </Folder>
          <Document><Placemark><name>Hut</name><description><![CDATA[<b>24</b> beds<br>Closed &amp; cold]]></description>
            <Point><coordinates>8.5,46.5,0</coordinates></Point></Placemark></Document>
          <Placemark><name>Park</name><Polygon><outerBoundaryIs><LinearRing><coordinates>8,46 8.1,46.1 8,46</coordinates>
            </LinearRing></outerBoundaryIs></Polygon></Placemark>
          <Placemark>${lineString}</Placemark>`),
      ),
    ).toEqual({
      tracks: [
        { name: 'Hikes', segments: [line] },
        { name: 'Two parts', segments: [line, { ...line, elevations: [1200, 1300] }] },
        { name: 'Map', segments: [line] },
      ],
      waypoints: [{ name: 'Hut', note: '24 beds\nClosed & cold', lat: 46.5, lon: 8.5, symbol: '' }],
      skipped: 1,
    }))

  it('has tracks with times', () => {
    const track = `<gx:Track><when>2025-07-12T08:00:00Z</when><when/><gx:coord>8 46 1200</gx:coord>
        <gx:coord>8.1 46.1 1300</gx:coord></gx:Track>`
    const segment = { ...line, elevations: [1200, 1300] }
    expect(
      readTrackFile(kml(`<Placemark><name>Ride</name><gx:MultiTrack>${track}${track}</gx:MultiTrack></Placemark>`))
        .tracks,
    ).toEqual([{ name: 'Ride', segments: [segment, segment] }])
  })

  it('knows no elevation where all are 0 or above the ground', () => {
    const at = (mode: string, coordinates: string) =>
      readTrackFile(
        kml(
          `<Placemark><LineString><altitudeMode>${mode}</altitudeMode><coordinates>${coordinates}</coordinates>
            </LineString></Placemark>`,
        ),
      ).tracks[0]?.segments[0]?.elevations
    expect(at('clampToGround', '8,46,0 8.1,46.1,0')).toEqual(unknown)
    expect(at('relativeToGround', '8,46,20 8.1,46.1,30')).toEqual(unknown)
    expect(at('absolute', '8,46,20 8.1,46.1,30')).toEqual([20, 30])
  })

  it('reads coordinates of any length, wherever the parts of the file end', () => {
    const count = 30_000
    const coordinates = Array.from(
      { length: count },
      (_, index) => `${8 + index / 100_000}, 46.123456 ,${index % 9000}`,
    )
    const [track] = readTrackFile(
      kml(`<Placemark><LineString><coordinates>${coordinates.join(' ')}</coordinates></LineString></Placemark>`),
    ).tracks
    const lons = track?.segments[0]?.lons ?? []
    expect(lons.length).toBe(count)
    expect(lons.every((lon, index) => lon === 8 + index / 100_000 || Math.abs(lon - 8 - index / 100_000) < 1e-9)).toBe(
      true,
    )
    expect(track?.segments[0]?.lats.every((lat) => lat === 46.123456)).toBe(true)
    expect(track?.segments[0]?.elevations.slice(1, 4)).toEqual([1, 2, 3])
  })
})

describe('KMZ', () => {
  const doc = kml('<Placemark><LineString><coordinates>8,46 8.1,46.1</coordinates></LineString></Placemark>')

  it('has its first KML, packed or not', () => {
    const files = { 'files/icon.png': new Uint8Array(9000), 'doc.kml': doc, 'other.kml': kml('') }
    expect(readTrackFile(zipSync(files)).tracks).toEqual([{ name: '', segments: [line] }])
    expect(readTrackFile(zipSync(files, { level: 0 })).tracks).toEqual([{ name: '', segments: [line] }])
  })

  it('is refused without a KML, cut off, or damaged', () => {
    expect(refusalOf(zipSync({ 'word/document.xml': strToU8('<w/>') }))).toBe('not_a_track_file')
    const long = zipSync({ 'doc.kml': crypto.getRandomValues(new Uint8Array(20_000)) })
    expect(refusalOf(long.subarray(0, 9000))).toBe('broken')
    const damaged = zipSync({ 'doc.kml': doc }).fill(0xff, 40, 60)
    expect(refusalOf(damaged)).toBe('broken')
  })

  it('is refused if it unpacks to too much, whatever its headers say', () => {
    const bomb = zipSync({ 'doc.kml': new Uint8Array(60_000_000) }, { level: 9 })
    expect(bomb.length).toBeLessThan(100_000)
    const start = performance.now()
    expect(refusalOf(bomb)).toBe('too_large')
    // The unpacked size in the header becomes 1 byte.
    expect(refusalOf(bomb.fill(0, 22, 26).fill(1, 22, 23))).toBe('too_large')
    expect(performance.now() - start).toBeLessThan(4000)
  })
})

describe('GeoJSON', () => {
  const coordinates = [
    [8, 46],
    [8.1, 46.1],
  ]

  it('has a track for each feature with lines, and waypoints', () =>
    expect(
      readTrackFile(
        json({
          type: 'FeatureCollection',
          features: [
            { type: 'Feature', properties: { name: 'A' }, geometry: { type: 'LineString', coordinates } },
            {
              type: 'Feature',
              properties: { title: 'B', description: 'Steep' },
              geometry: {
                type: 'GeometryCollection',
                geometries: [
                  {
                    type: 'MultiLineString',
                    coordinates: [
                      coordinates,
                      [
                        [...[8, 46], 1200],
                        [8.1, 46.1, 1300],
                      ],
                    ],
                  },
                  { type: 'MultiPoint', coordinates: [[8.5, 46.5]] },
                ],
              },
            },
            {
              type: 'Feature',
              properties: { name: 5, 'marker-symbol': 'campsite' },
              geometry: { type: 'Point', coordinates: [8, 46] },
            },
            { type: 'Feature', properties: null, geometry: { type: 'Polygon', coordinates: [coordinates] } },
            { type: 'Feature', properties: { class: 'Folder' }, geometry: null },
          ],
        }),
      ),
    ).toEqual({
      tracks: [
        { name: 'A', segments: [line] },
        { name: 'B', segments: [line, { ...line, elevations: [1200, 1300] }] },
      ],
      waypoints: [
        { name: 'B', note: 'Steep', lat: 46.5, lon: 8.5, symbol: '' },
        { name: '', note: '', lat: 46, lon: 8, symbol: 'campsite' },
      ],
      skipped: 1,
    }))

  it('may be one feature or one geometry', () => {
    const geometry = { type: 'LineString', coordinates }
    const tracks = [{ name: '', segments: [line] }]
    expect(readTrackFile(json(geometry)).tracks).toEqual(tracks)
    expect(readTrackFile(json({ type: 'Feature', properties: {}, geometry })).tracks).toEqual(tracks)
  })

  it('is refused if it is other JSON, broken, or nested without end', () => {
    expect(refusalOf(json({ type: 'Topology', objects: {} }))).toBe('not_a_track_file')
    expect(refusalOf(json([1, 2]))).toBe('not_a_track_file')
    expect(refusalOf(utf8('{"type":"LineString","coordinates":[[8,46],[8.1'))).toBe('broken')
    expect(refusalOf(utf8(`{"type":"LineString","coordinates":${'['.repeat(10_000_000)}`))).toBe('broken')
    expect(refusalOf(json({ type: 'Feature', properties: { name: '[[\\"'.repeat(99) }, geometry: null }))).toBe('empty')
  })
})

describe('points', () => {
  const points = (...all: [lat: number | string, lon: number | string][]) =>
    gpx(`<trk><trkseg>${all.map(([lat, lon]) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('')}</trkseg></trk>`)

  it('go on across the date line', () => {
    const { tracks } = readTrackFile(points([-16.8, 179.98], [-16.8, -179.99], [-16.8, 179.99]))
    expect(tracks[0]?.segments[0]?.lons).toEqual([179.98, 180.01, 179.99])
    // Fiji is not 40,000 kilometres wide.
    expect(measure(tracks[0]?.segments ?? []).length).toBe(5322)
  })

  it('may have longitudes up to 360', () =>
    expect(readTrackFile(points([46, 281.5], [46, 282])).tracks[0]?.segments[0]?.lons).toEqual([-78.5, -78]))

  it('around a pole begin a new segment after ten times', () => {
    const around = Array.from({ length: 1000 }, (_, index): [number, number] => [-89.9, ((index * 10) % 360) - 180])
    const segments = readTrackFile(points(...around)).tracks[0]?.segments ?? []
    expect(segments.map(({ lats }) => lats.length)).toEqual([379, 360, 261])
    expect(Math.max(...segments.flatMap(({ lons }) => lons))).toBe(3600)
  })

  it('are left out and counted if they are not on the earth', () => {
    const read = readTrackFile(points([46, 8], [99, 8], ['', 8], ['NaN', 8], [0, 0], [46, 400], [46.1, 8.1]))
    expect(read).toEqual({ tracks: [{ name: '', segments: [line] }], waypoints: [], skipped: 5 })
  })

  it('are refused if most are the wrong way round, or no degrees', () => {
    expect(refusalOf(points([-120.1, 37], [-120.2, 37], [-120.3, 37.1]))).toBe('swapped')
    expect(refusalOf(points([500_000, 5_100_000], [500_100, 5_100_100]))).toBe('out_of_range')
  })

  it('are refused if there are more than 500,000', () => {
    const coordinates = Array.from({ length: 500_001 }, () => [8, 46])
    expect(refusalOf(json({ type: 'LineString', coordinates }))).toBe('too_many_points')
  })

  it('have no elevation that cannot be', () => {
    const elevationsOf = (...all: (number | string)[]) =>
      readTrackFile(
        gpx(
          `<trk><trkseg>${all.map((ele) => `<trkpt lat="46" lon="8"><ele>${ele}</ele></trkpt>`).join('')}</trkseg>
            </trk>`,
        ),
      ).tracks[0]?.segments[0]?.elevations
    expect(elevationsOf(-9999, 1200, 32_767, '', 'NaN', '1200,5')).toEqual([
      Number.NaN,
      1200,
      Number.NaN,
      Number.NaN,
      Number.NaN,
      1200.5,
    ])
    // A receiver without a fix; a beach.
    expect(elevationsOf(0, 1200, 0, 0, 1210, 0)).toEqual([Number.NaN, 1200, Number.NaN, Number.NaN, 1210, Number.NaN])
    expect(elevationsOf(4, 0, 0, 3, -2, 0)).toEqual([4, 0, 0, 3, -2, 0])
    expect(elevationsOf(0, 0, 0)).toEqual([Number.NaN, Number.NaN, Number.NaN])
  })
})

describe('what a file may have', () => {
  const track = '<trk><trkseg><trkpt lat="46" lon="8"/><trkpt lat="46.1" lon="8.1"/></trkseg></trk>'

  it('is 200 tracks and 1000 waypoints, and the others are counted', () => {
    const read = readTrackFile(gpx('<wpt lat="46" lon="8"/>'.repeat(1003) + track.repeat(202)))
    expect([read.tracks.length, read.waypoints.length, read.skipped]).toEqual([200, 1000, 5])
  })

  it('is names of 200 characters on one line, and notes of 2000', () => {
    const texts = `<name> a\n\u0007b ${'🏕'.repeat(200)}</name><desc>${'x'.repeat(3000)}</desc>
      <type>${'y'.repeat(300)}</type>`
    const [waypoint] = readTrackFile(gpx(`<wpt lat="46" lon="8">${texts}</wpt>`)).waypoints
    expect(waypoint?.name).toBe(`a b ${'🏕'.repeat(98)}`)
    expect(waypoint?.note).toBe('x'.repeat(2000))
    expect(waypoint?.symbol).toBe('y'.repeat(200))
  })

  it('is reported as it is read, at most 100 times', () => {
    const onProgress = vi.fn()
    readTrackFile(gpx(track + ' '.repeat(10_000_000)), onProgress)
    expect(onProgress.mock.calls.length).toBeGreaterThan(50)
    expect(onProgress.mock.calls.length).toBeLessThanOrEqual(100)
    expect(onProgress.mock.lastCall).toEqual([1])
    const shares = onProgress.mock.calls.map(([share]) => share)
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  })
})

describe('a file is refused', () => {
  it('of 60 MB, before it is read', () => {
    const bytes = new Uint8Array(60 * 1024 * 1024).fill(0x3c)
    const start = performance.now()
    expect(refusalOf(bytes)).toBe('too_large')
    expect(performance.now() - start).toBeLessThan(200)
    expect(MAX_TRACK_FILE_BYTES).toBe(20_971_520)
  })

  it.each([
    ['nothing', ''],
    ['white space', ' \n\n '],
    ['a track of one point', '<gpx><trk><trkseg><trkpt lat="46" lon="8"/></trkseg></trk></gpx>'],
    ['a GPX without anything', '<gpx/>'],
    ['points without coordinates', '<gpx><wpt/><trk><trkseg><trkpt/><trkpt/></trkseg></trk></gpx>'],
  ])('with %s as empty', (_, text) => expect(refusalOf(utf8(text))).toBe('empty'))

  it.each([
    ['an HTML page', '<!DOCTYPE html><html><head><title>Sign in</title></head><body><gpx></gpx></body></html>'],
    ['a TCX file', '<?xml version="1.0"?><TrainingCenterDatabase><Activities/></TrainingCenterDatabase>'],
    ['a FIT file', '\u000e\u0010\u0000\u0000\u0000\u0000\u0000\u0000.FIT'],
    ['a text', 'lat,lon\n46,8'],
    ['only a comment', '<!-- gpx -->'],
    ['a root like a member of every object', '<constructor/>'],
  ])('that is %s', (_, text) => expect(refusalOf(utf8(text))).toBe('not_a_track_file'))

  const whole = new TextDecoder().decode(
    gpx('<trk><name>A &amp; B</name><trkseg><trkpt lat="46" lon="8"/><trkpt lat="46.1" lon="8.1"/></trkseg></trk>'),
  )
  it('wherever it was cut off', () => {
    for (let end = whole.indexOf('<gpx') + 5; end < whole.length; end++) {
      expect(refusalOf(utf8(whole.slice(0, end)))).toBe('broken')
    }
    expect(refusalOf(utf8(whole))).toBeUndefined()
  })

  const entities = Array.from({ length: 60 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`)
  it.each([
    [
      'entities of entities',
      `<!DOCTYPE gpx [<!ENTITY e0 "ha">${entities.join('')}]><gpx><wpt lat="46" lon="8"><name>&e60;</name></wpt></gpx>`,
      undefined,
    ],
    [
      'an external entity',
      '<!DOCTYPE gpx [<!ENTITY x SYSTEM "file:///etc/passwd">]><gpx><wpt lat="46" lon="8"><name>&x;</name></wpt></gpx>',
      undefined,
    ],
    ['a million elements in each other', `<gpx>${'<a>'.repeat(1_000_000)}`, 'broken'],
    [
      'an attribute of 10 MB',
      `<gpx><trk><trkseg><trkpt lat="${'1'.repeat(10_000_000)}" lon="8"/></trkseg></trk></gpx>`,
      'empty',
    ],
    [
      'a million attributes',
      `<gpx ${Array.from({ length: 1_000_000 }, (_, index) => `a${index}=""`).join(' ')}/>`,
      'empty',
    ],
    ['a name of 10 MB', `<gpx><wpt lat="46" lon="8"><name>${'x'.repeat(10_000_000)}</name></wpt></gpx>`, undefined],
    [
      'coordinates of 10 MB without an end',
      `<kml><Placemark><LineString><coordinates>${'1'.repeat(10_000_000)}</coordinates></LineString></Placemark></kml>`,
      'empty',
    ],
    [
      '10 MB of white space for coordinates',
      `<kml><Placemark><LineString><coordinates>${' '.repeat(10_000_000)}</coordinates></LineString></Placemark></kml>`,
      'empty',
    ],
    ['a comment of 10 MB', `<gpx><!--${'-'.repeat(10_000_000)}--></gpx>`, 'empty'],
  ])('or read within a second, with little memory: %s', (_, text, expected) => {
    const bytes = utf8(text)
    const [start, heap] = [performance.now(), process.memoryUsage().heapUsed]
    expect(refusalOf(bytes)).toBe(expected)
    // Times three for a busy machine.
    expect(performance.now() - start).toBeLessThan(3000)
    expect(process.memoryUsage().heapUsed - heap).toBeLessThan(400_000_000)
  })

  it('or read without what its entities would be', () => {
    const text =
      '<!DOCTYPE gpx [<!ENTITY x SYSTEM "file:///etc/passwd">]><gpx><wpt lat="46" lon="8"><name>&x;</name></wpt></gpx>'
    expect(readTrackFile(utf8(text)).waypoints[0]?.name).toBe('&x;')
  })
})

describe('a damaged file', () => {
  const placemark = '<Placemark><name>A &amp; B</name><Point><coordinates>8,46</coordinates></Point></Placemark>'
  const files = {
    gpx: gpx(
      `<wpt lat="46" lon="8"><desc><![CDATA[<b>x</b>]]></desc></wpt><trk><trkseg><trkpt lat="46" lon="8">
        <ele>9</ele></trkpt><trkpt lat="46.1" lon="8.1"/></trkseg></trk>`,
    ),
    kml: kml(placemark),
    kmz: zipSync({ 'doc.kml': kml(placemark.repeat(20)) }),
    json: json({ type: 'Feature', properties: { name: 'A' }, geometry: { type: 'Point', coordinates: [8, 46] } }),
  }
  const damage = fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 5,
  })

  it.each(Object.entries(files))('is read or refused: %s', (_, bytes) =>
    fc.assert(
      fc.property(damage, fc.double({ min: 0.5, max: 1, noNaN: true }), (changes, share) => {
        const damaged = bytes.slice(0, Math.ceil(bytes.length * share))
        for (const [at, byte] of changes) damaged[Math.floor(at * damaged.length)] = byte
        // Any other error is thrown.
        refusalOf(damaged)
      }),
      { numRuns: 1000 },
    ),
  )
})

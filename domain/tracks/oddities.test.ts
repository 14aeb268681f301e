import { describe, expect, it } from 'vitest'
import { type FoundTrack, type FoundWaypoint, readTrackFile } from './read-track-file.ts'
import { gpx, kml, utf8 } from './testing/track-bytes.ts'

/*
 * What real programs write that the schemas do not say, or that readers get wrong. Each file is made up.
 */

interface Oddity {
  what: string
  bytes: Uint8Array
  tracks?: FoundTrack[]
  waypoints?: Partial<FoundWaypoint>[]
  skipped?: number
}

const unknown = [Number.NaN, Number.NaN]
const segment = { lats: [46, 46.1], lons: [8, 8.1], elevations: unknown }
const oneTrack = (name: string, segments = [segment]): FoundTrack[] => [{ name, segments }]
const points = '<trkpt lat="46" lon="8"/><trkpt lat="46.1" lon="8.1"/>'
const seg = `<trkseg>${points}</trkseg>`
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf16 = (text: string, isLittle: boolean) =>
  Uint8Array.from(
    Array.from(text, (letter) => letter.charCodeAt(0)).flatMap((code) =>
      isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255],
    ),
  )

const oddities: Oddity[] = [
  {
    what: 'Garmin BaseCamp: extensions with names and colours of their own',
    bytes: gpx(
      `<trk><name>Ridge</name><extensions><gpxx:TrackExtension><gpxx:name>Red</gpxx:name><name>Wrong</name>
        </gpxx:TrackExtension></extensions>${seg}</trk>`,
    ),
    tracks: oneTrack('Ridge'),
  },
  {
    what: 'Garmin watches: heart rates within each point',
    bytes: gpx(
      `<trk><trkseg>${['46" lon="8', '46.1" lon="8.1']
        .map(
          (at) => `<trkpt lat="${at}"><ele>900.2</ele><extensions>
        <ns3:TrackPointExtension><ns3:hr>120</ns3:hr><ele>5</ele></ns3:TrackPointExtension></extensions>
        </trkpt>`,
        )
        .join('')}</trkseg></trk>`,
    ),
    tracks: oneTrack('', [{ ...segment, elevations: [900.2, 900.2] }]),
  },
  {
    what: 'Garmin BaseCamp: routes whose way is in shaping points',
    bytes: gpx(
      `<rte><name>Pass</name><rtept lat="46" lon="8"><extensions><gpxx:RoutePointExtension>
        <gpxx:Subclass>000</gpxx:Subclass><gpxx:rpt lat="46.02" lon="8.01"/><gpxx:rpt lat="46.05" lon="8.07"/>
        </gpxx:RoutePointExtension></extensions></rtept><rtept lat="46.1" lon="8.1"/></rte>`,
    ),
    tracks: [
      {
        name: 'Pass',
        segments: [
          {
            lats: [46, 46.02, 46.05, 46.1],
            lons: [8, 8.01, 8.07, 8.1],
            elevations: [Number.NaN, Number.NaN, Number.NaN, Number.NaN],
          },
        ],
      },
    ],
  },
  {
    what: 'old Garmin and GPSBabel files: GPX 1.0, with the name of the file beside its tracks',
    bytes: utf8(
      `<?xml version="1.0"?><gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0"><name>Week</name>
        <author>Jo</author><time>2004-05-06T07:08:09Z</time>
        <bounds minlat="46" minlon="8" maxlat="46.1" maxlon="8.1"/><trk><number>1</number>${seg}</trk></gpx>`,
    ),
    tracks: oneTrack('Week'),
  },
  {
    what: 'Geocaching.com: foreign names within waypoints of GPX 1.0',
    bytes: gpx(
      `<wpt lat="46" lon="8"><name>GC1ABC</name><groundspeak:cache><groundspeak:name>Old mill</groundspeak:name>
        </groundspeak:cache><groundspeak:name>Wrong</groundspeak:name><sym>Geocache</sym></wpt>`,
    ),
    waypoints: [{ name: 'GC1ABC', symbol: 'Geocache' }],
  },
  {
    what: 'serializers of .NET and Java: a prefix before each name',
    bytes: utf8(
      `<gpx:gpx xmlns:gpx="http://www.topografix.com/GPX/1/1" version="1.1"><gpx:trk><gpx:name>Prefixed</gpx:name>
        <gpx:trkseg><gpx:trkpt lat="46" lon="8"></gpx:trkpt><gpx:trkpt lat="46.1" lon="8.1"></gpx:trkpt>
        </gpx:trkseg></gpx:trk></gpx:gpx>`,
    ),
    tracks: oneTrack('Prefixed'),
  },
  {
    what: 'receivers that are switched on and off: empty segments and segments of one point',
    bytes: gpx(
      `<trk><trkseg/><trkseg></trkseg>${seg}<trkseg><trkpt lat="46.2" lon="8.2"/></trkseg>${seg}</trk><trk><trkseg/>
        </trk>`,
    ),
    tracks: oneTrack('', [segment, segment]),
    skipped: 1,
  },
  {
    what: 'web planners: points without a segment, and no name',
    bytes: gpx(`<metadata><author><name>Jo</name></author></metadata><trk>${points}</trk>`),
    tracks: oneTrack(''),
  },
  {
    what: 'loggers without a clock: times that are none',
    bytes: gpx(
      `<trk><trkseg><trkpt lat="46" lon="8"><time>0000-00-00T00:00:00Z</time></trkpt><trkpt lat="46.1" lon="8.1">
        <time>2025-07-12 10:00</time></trkpt></trkseg></trk>`,
    ),
    tracks: oneTrack(''),
  },
  {
    what: 'scripts: single quotes, the longitude first, line breaks within a tag',
    bytes: gpx(`<trk><trkseg><trkpt lon='8' lat='46'/><trkpt\n  lon = "8.1"\n  lat = "46.1"\n></trkpt></trkseg></trk>`),
    tracks: oneTrack(''),
  },
  {
    what: 'programs on German and French computers: decimal commas',
    bytes: gpx(
      `<trk><trkseg><trkpt lat="46,0" lon="8,0"><ele>812,5</ele></trkpt><trkpt lat="46,1" lon="8,1"><ele>813,5</ele>
        </trkpt></trkseg></trk>`,
    ),
    tracks: oneTrack('', [{ ...segment, elevations: [812.5, 813.5] }]),
  },
  {
    what: 'loggers that write blocks of the card: NUL bytes after the end',
    bytes: new Uint8Array([...gpx(`<trk>${seg}</trk>`), ...new Uint8Array(3000)]),
    tracks: oneTrack(''),
  },
  {
    what: 'failed uploads: an error page after the end',
    bytes: new Uint8Array([...gpx(`<trk>${seg}</trk>`), ...utf8('\n<br />\n<p><b>Warning</b>: mysql_close() <gpx')]),
    tracks: oneTrack(''),
  },
  {
    what: 'people: two files joined end to end',
    bytes: new Uint8Array([...gpx(`<trk>${seg}</trk>`), ...gpx(`<trk>${seg}</trk>`)]),
    tracks: [...oneTrack(''), ...oneTrack('')],
  },
  {
    what: 'Windows programs: a byte order mark',
    bytes: new Uint8Array([0xef, 0xbb, 0xbf, ...gpx(`<trk><name>Zürich</name>${seg}</trk>`)]),
    tracks: oneTrack('Zürich'),
  },
  {
    what: 'templates: white space and a comment before the declaration',
    bytes: utf8(`\r\n  <!-- export --><?xml version="1.0"?><gpx><trk>${seg}</trk></gpx>`),
    tracks: oneTrack(''),
  },
  {
    what: 'old programs: ISO-8859-1',
    bytes: latin1(`<?xml version='1.0' encoding='ISO-8859-1'?><gpx><trk><name>Grünsee</name>${seg}</trk></gpx>`),
    tracks: oneTrack('Grünsee'),
  },
  {
    what: 'Windows programs: UTF-16 with a byte order mark',
    bytes: utf16(`\ufeff<?xml version="1.0" encoding="utf-16"?><gpx><trk><name>Łódź</name>${seg}</trk></gpx>`, true),
    tracks: oneTrack('Łódź'),
  },
  {
    what: 'Windows programs: UTF-16 the other way round, without one',
    bytes: utf16(`<?xml version="1.0" encoding="utf-16"?><gpx><trk><name>Łódź</name>${seg}</trk></gpx>`, false),
    tracks: oneTrack('Łódź'),
  },
  {
    what: '.NET: UTF-8 that was declared as UTF-16',
    bytes: utf8(`<?xml version="1.0" encoding="utf-16"?><gpx><trk><name>Łódź</name>${seg}</trk></gpx>`),
    tracks: oneTrack('Łódź'),
  },
  {
    what: 'web sites: encodings that are none',
    bytes: utf8(`<?xml version="1.0" encoding="UTF8mb4"?><gpx><trk><name>Łódź</name>${seg}</trk></gpx>`),
    tracks: oneTrack('Łódź'),
  },
  {
    what: 'OsmAnd and others: CDATA, entities and emoji in names',
    bytes: gpx(
      `<wpt lat="46" lon="8"><name><![CDATA[Tom & <Jerry>]]></name></wpt><wpt lat="46" lon="8">
        <name>&quot;Alp&quot; &#246; &#x1F3D5; &apos;</name></wpt>`,
    ),
    waypoints: [{ name: 'Tom & <Jerry>' }, { name: '"Alp" ö 🏕 \'' }],
  },
  {
    what: 'scripts: ampersands that are not escaped',
    bytes: gpx(`<trk><name>Rock & Roll &nbsp; A&B</name>${seg}</trk>`),
    tracks: oneTrack('Rock & Roll &nbsp; A&B'),
  },
  {
    what: 'web planners: elevations that are empty or NaN',
    bytes: gpx(
      `<trk><trkseg><trkpt lat="46" lon="8"><ele/></trkpt><trkpt lat="46.1" lon="8.1"><ele>NaN</ele></trkpt>
        </trkseg></trk>`,
    ),
    tracks: oneTrack(''),
  },
  {
    what: 'phones that lost the signal: 0,0 in between, and the same point many times',
    bytes: gpx(
      `<trk><trkseg><trkpt lat="0.0" lon="0.0"/><trkpt lat="46" lon="8"/><trkpt lat="46" lon="8"/>
        <trkpt lat="0" lon="0"/><trkpt lat="46.1" lon="8.1"/></trkseg></trk>`,
    ),
    tracks: oneTrack('', [
      { lats: [46, 46, 46.1], lons: [8, 8, 8.1], elevations: [Number.NaN, Number.NaN, Number.NaN] },
    ]),
    skipped: 2,
  },
  {
    what: 'Google Earth, Komoot and tourist offices: HTML in descriptions',
    bytes: gpx(
      `<wpt lat="46" lon="8">
        <desc>&lt;p&gt;Open &lt;b&gt;May&lt;/b&gt; to&amp;nbsp;June&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;p&gt;Bring cash&lt;/p&gt;</desc>
        </wpt>`,
    ),
    waypoints: [{ name: '', note: 'Open May to June\nBring cash' }],
  },
  {
    what: 'Garmin receivers: the same text as comment and description',
    bytes: gpx('<wpt lat="46" lon="8"><cmt>Water</cmt><desc>Water</desc><link href="x"><text>No</text></link></wpt>'),
    waypoints: [{ name: '', note: 'Water' }],
  },
  {
    what: 'Gaia GPS and CalTopo: waypoints only',
    bytes: gpx('<wpt lat="46" lon="8"><name>Camp</name><sym>campsite-24</sym><type>Campsite</type></wpt>'),
    waypoints: [{ name: 'Camp', lat: 46, lon: 8, symbol: 'campsite-24' }],
  },
  {
    what: 'Pacific cruisers: longitudes up to 360, across the date line',
    bytes: gpx('<trk><trkseg><trkpt lat="-17" lon="179.5"/><trkpt lat="-17" lon="180.5"/></trkseg></trk>'),
    tracks: oneTrack('', [{ lats: [-17, -17], lons: [179.5, 180.5], elevations: unknown }]),
  },
  {
    what: 'people who write KML by hand: spaces after the commas, line breaks between',
    bytes: kml(
      '<Placemark><name>By hand</name><LineString><coordinates>\n 8, 46, 0\n 8.1 ,46.1, 0 </coordinates></LineString></Placemark>',
    ),
    tracks: oneTrack('By hand'),
  },
  {
    what: 'Google My Maps: KML without a document, in the namespace of 2005',
    bytes: utf8(
      `<kml xmlns="http://earth.google.com/kml/2.0"><Placemark><LineString><coordinates>8,46 8.1,46.1</coordinates>
        </LineString></Placemark></kml>`,
    ),
    tracks: oneTrack(''),
  },
]

describe('files of', () => {
  it.each(oddities)('$what', ({ bytes, tracks = [], waypoints = [], skipped = 0 }) => {
    const read = readTrackFile(bytes)
    expect(read.tracks).toEqual(tracks)
    expect(read.waypoints).toEqual(waypoints.map((waypoint) => expect.objectContaining(waypoint)))
    expect(read.skipped).toBe(skipped)
  })
})

import * as fc from 'fast-check'
import Mgrs, { LatLon } from 'geodesy/mgrs.js'
import { describe, expect, it } from 'vitest'
import { measureCpu } from '../testing/cpu-time.ts'
import { navigationAddresses } from './navigate.ts'
import { plusCodeOf } from './plus-code.ts'
import { distanceBetween, formatPosition, type Position, positionText } from './position.ts'
import { type PositionForm, readPosition } from './read-position.ts'
import { anyPosition } from './testing/any-position.ts'

const canisbay = { lat: 45.8364, lon: -78.3791 }
const cnTower = { lat: 43.6426, lon: -79.3871 }
const operaHouse = { lat: -33.85681, lon: 151.21514 }
const taveuni = { lat: -16.8, lon: 179.99 }
const longyearbyen = { lat: 78.2232, lon: 15.6267 }
const greenwich = { lat: 51.47788, lon: -0.00147 }
/** 43° 38' 33.24" N, 79° 23' 13.7" W: the example of UTM and MGRS in many books. */
const utmExample = { lat: 43.642567, lon: -79.387139 }

/** Reads it within 1e-5 degrees, which is about a metre. */
function expectPosition(text: string, { lat, lon }: Position, near?: Position) {
  const read = readPosition(text, near)
  if (read.is !== 'position') return expect.fail(`${text} is read as ${JSON.stringify(read)}`)
  expect(Math.abs(read.position.lat - lat), `latitude of ${text}`).toBeLessThanOrEqual(1e-5)
  expect(Math.abs(read.position.lon - lon), `longitude of ${text}`).toBeLessThanOrEqual(1e-5)
  return read
}

const DMS = 'degrees, minutes and seconds'

describe('coordinates in degrees', () => {
  const forms: [PositionForm, Position, string[]][] = [
    [
      'decimal',
      canisbay,
      [
        ...['45.8364, -78.3791', '45.8364,-78.3791', '45.8364 -78.3791', '+45.8364 -78.3791', '45.8364 / -78.3791'],
        ...['(45.8364, -78.3791)', '[45.8364, -78.3791]', '“45.8364, −78.3791”', '45.8364|-78.3791'],
        ...['45,8364; -78,3791', '45,8364, -78,3791', '45,8364 -78,3791', '45.8364\n-78.3791', '45.8364\t-78.3791'],
        ...['45.8364°, -78.3791°', '45.8364° N, 78.3791° W', '45.8364N 78.3791W', '45.8364N78.3791W'],
        ...['N45.8364 W78.3791', 'N 45.8364°, W 78.3791°', 'n45.8364w78.3791', '78.3791° W, 45.8364° N'],
        ...['45.8364 North, 78.3791 West', '45,8364° Nord, 78,3791° West', '45,8364° nord, 78,3791° ouest'],
        ...[
          '45.8364° N, -78.3791° W',
          '45.8364 N -78.3791',
          '４５．８３６４，－７８．３７９１',
          '45.8364\u00a0N\u202f78.3791 W',
        ],
        ...['Lat: 45.8364 Long: -78.3791', 'lat=45.8364, lon=-78.3791', 'Latitude 45.8364, longitude -78.3791'],
        ...[
          '{"lat": 45.8364, "lng": -78.3791}',
          'Longitude: -78.3791\nLatitude: 45.8364',
          'Lat 45.8364 N / Lon 78.3791 W',
        ],
        ...[
          'GPS: 45.8364, -78.3791',
          '📍 45.8364, -78.3791',
          'Meet at 45.8364, -78.3791.',
          '\u200e45.8364, -78.3791\u200f',
        ],
        'Site 12 45.8364 -78.3791',
        '[12.05.26, 14:30:12] Robin: 45.8364, -78.3791',
        'A latitude of 45.8364 and a longitude of -78.3791',
        '45.8364° N and 78.3791° W',
        'Lat/Long: 45.8364 -78.3791',
        'lat. 45.8364 long. -78.3791',
        'Site 45, loop 78: 45.8364, -78.3791 (call +1 705 633 5572, from 12.05.2026, 14.30)',
        '45.8364, -78.3791, 420 m',
        'Put in here:\n45.8364 -78.3791\nhttps://maps.app.goo.gl/AbC123',
      ],
    ],
    [
      'degrees and minutes',
      canisbay,
      [
        ...[
          "45° 50.184' N, 78° 22.746' W",
          "Trailhead is at 45°50.184'N 78°22.746'W, see you at 9",
          '45 50.184 N 78 22.746 W',
        ],
        ...[
          'N 45 50.184 W 078 22.746',
          "N 45° 50.184' W 078° 22.746'",
          "N 45° 50.184' - W 078° 22.746'",
          'N45°50.184 W78°22.746',
        ],
        ...["45°50.184'N78°22.746'W", '45º 50,184’ N, 78º 22,746’ O'.replace(' O', ' W'), "45°50.184', -78°22.746'"],
        ...['45 degrees 50.184 minutes north, 78 degrees 22.746 minutes west', '45:50.184N 78:22.746W'],
        '45&deg; 50.184&#39; N, 78&deg; 22.746&#39; W',
      ],
    ],
    [
      DMS,
      canisbay,
      [
        ...[`45°50'11.04"N 78°22'44.76"W`, '45° 50′ 11.04″ N, 78° 22′ 44.76″ W', '45º50’11.04”N 78º22’44.76”W'],
        ...["45°50'11.04''N / 78°22'44.76''W", '45 50 11.04 N 78 22 44.76 W', '45:50:11.04N 78:22:44.76W'],
        ...['45-50-11.04N, 78-22-44.76W', '45d50m11.04s N 78d22m44.76s W', `N 45°50'11,04" W 78°22'44,76"`],
        ...[`+45°50'11.04" -78°22'44.76"`, `Latitude: 45°50'11.04"N Longitude: 78°22'44.76"W`],
        ...['45°50´11.04´´N 78°22´44.76´´W', '45 deg 50 min 11.04 sec N, 78 deg 22 min 44.76 sec W'],
        `'We are at "45°50'11.04"N 78°22'44.76"W"'`,
      ],
    ],
    ['decimal', operaHouse, ['-33.85681, 151.21514', '33.85681 S 151.21514 E', '33.85681° Süd, 151.21514° Ost']],
    [DMS, operaHouse, [`33°51'24.516"S 151°12'54.504"E`]],
    ['decimal', taveuni, ['-16.8, 179.99', '16.8°S 179.99°E']],
    ['decimal', { lat: -16.8, lon: -180 }, ['-16.8, -180', '16.80 S 180.00 W']],
    ['decimal', longyearbyen, ['78.2232, 15.6267', '78.2232°N 15.6267°E']],
    ['degrees and minutes', longyearbyen, ["78°13.392'N 15°37.602'E"]],
    ['decimal', greenwich, ['51.47788, -0.00147', '51.47788° N, 0.00147° W']],
    [DMS, greenwich, [`51°28'40.368"N 0°0'5.292"W`]],
    ['decimal', { lat: -77.85, lon: 166.6667 }, ['-77.8500, 166.6667']],
    ['decimal', { lat: 45, lon: -78 }, ['45, -78', '45°N 78°W', 'N45 W78']],
    ['decimal', { lat: 90, lon: 0 }, ['90.0, 0.0']],
    ['decimal', { lat: 48.85, lon: 2.35 }, ['48.85, 2.35', '48.85 2.35', 'lat/lon 48.85, 2.35', '48.850/2.350']],
    ['decimal', { lat: 48.85, lon: 2.35 }, ['48,850; 2,350', '48,85°N 2,35°E']],
  ]
  const rows = forms.flatMap(([form, position, texts]) => texts.map((text) => ({ form, position, text })))

  it.each(rows)('$text is read', ({ form, position, text }) => {
    expect(expectPosition(text, position)?.form).toBe(form)
  })

  it('of several are the first', () => {
    expectPosition('45.8364, -78.3791 then 43.6426, -79.3871', canisbay)
    expectPosition("45°50.184'N 78°22.746'W, 43.6426, -79.3871", canisbay)
  })

  it('have an O that is east in German and west in French: the place nearby tells', () => {
    expect(readPosition('48,2082° N, 16,3738° O')).toEqual({ is: 'wrong', why: 'east or west' })
    expectPosition('48,2082° N, 16,3738° O', { lat: 48.2082, lon: 16.3738 }, { lat: 47, lon: 11 })
    expectPosition('N 45,8364 O 78,3791', canisbay, cnTower)
  })
})

describe('UTM and MGRS', () => {
  it.each([
    ['17T 630084 4833438', utmExample],
    ['17 T 630084 4833438', utmExample],
    ['17T6300844833438', utmExample],
    ['17 T 630084mE 4833438mN', utmExample],
    ['17T 630084 mE, 4833438 mN', utmExample],
    ['UTM 17T E 630084 N 4833438', utmExample],
    ['17T 0630084 4833438', utmExample],
    ['17N 630084 4833438', utmExample],
    ['Car park: zone 17t 630084 E 4833438 N, left of the road', utmExample],
    ['17T Easting: 630084 Northing: 4833438', utmExample],
    ['17T 703537.65 5079211.28', canisbay],
    ['56H 334885.8 6252287.4', operaHouse],
    ['56S 334885.8 6252287.4', operaHouse],
    ['60K 818722.2 8140164.5', taveuni],
    ['33X 514278.7 8683355.5', longyearbyen],
    ['30U 708215.7 5707233.5', greenwich],
  ])('%s is read', (text, position) => {
    expect(expectPosition(text, position)?.form).toBe('utm')
  })

  it.each([
    ['17TPJ3008433438', utmExample],
    ['17T PJ 30084 33438', utmExample],
    ['17TPJ 30084 33438', utmExample],
    ['MGRS 17T PJ 3008433438.', utmExample],
    ['17TQL0353779211', canisbay],
    ['56HLH3488552287', operaHouse],
    ['33XWG1427883355', longyearbyen],
  ])('%s is read', (text, position) => {
    const read = expectPosition(text, position)
    expect(read?.form).toBe('mgrs')
  })

  it('is the middle of a larger square', () => {
    const read = readPosition('17T PJ 300 334')
    expect(read.is === 'position' && distanceBetween(read.position, utmExample)).toBeLessThan(71)
  })
})

describe('plus codes', () => {
  it.each([
    { text: '87M2RJPC+JW' },
    { text: 'Meet at 87M2RJPC+JW, Toronto' },
    { text: 'https://plus.codes/87M2RJPC+JW' },
    { text: 'https://www.google.com/maps/search/87M2RJPC%2BJW' },
    { text: 'https://www.google.com/maps?q=87M2RJPC+JW' },
    { text: 'RJPC+JW', near: cnTower },
  ])('$text is read', ({ text, near }) => {
    // By hand: 30 + 13 + 16 / 20 + 14 / 400 + 12 / 8000 north, and so on, and half a cell of 1 / 8000.
    expectPosition(text, { lat: 43.8365625, lon: -79.3776875 }, near)
  })

  it('that are short need a place nearby', () => {
    expect(readPosition('RJPC+JW Toronto')).toEqual({ is: 'wrong', why: 'nearby' })
    // It is near the town that follows it, and not near the trip.
    expect(readPosition('RJPC+JW Toronto, Ontario', cnTower)).toEqual({ is: 'wrong', why: 'nearby' })
    expect(readPosition('https://www.google.com/maps?q=RJPC%2BJW+Toronto', cnTower)).toMatchObject({ is: 'wrong' })
    expect(readPosition('https://www.google.com/maps?q=RJPC%2BJW+Toronto')).toEqual({ is: 'wrong', why: 'nearby' })
  })
})

describe('addresses', () => {
  const google = 'https://www.google.com/maps'
  const data = 'data=!3m1!4b1!4m6!3m5!1s0x882b34d68bf33a9b:0x15edd8c4de1c7581!8m2!3d43.6426!4d-79.3871!16zL20vMDFoOHY'
  const lake = 'Canisbay Lake'
  const longName = 'Озеро'.repeat(12)

  it.each([
    // RFC 5870 and what Android adds.
    ['geo:45.8364,-78.3791', canisbay, undefined, 'geo'],
    ['geo:45.8364,-78.3791,420;crs=wgs84;u=35', canisbay, undefined, 'geo'],
    ['geo:45.8364,-78.3791;u=35', canisbay, undefined, 'geo'],
    ['geo:45.8364,-78.3791?z=15', canisbay, undefined, 'geo'],
    ['GEO:0,0?q=45.8364,-78.3791(Canisbay%20Lake)', canisbay, lake, 'geo'],
    ['geo:0,0?q=45.8364,-78.3791(Canisbay Lake)', canisbay, lake, 'geo'],
    ['geo:0,0?q=45.8364,-78.3791(Lake (north)), at noon', canisbay, 'Lake (north)', 'geo'],
    ['geo:0,0?q=45.8364,-78.3791(Lake%20%28north%29)', canisbay, 'Lake (north)', 'geo'],
    ['geo:0,0?q=45.8364,-78.3791(Lake%20%28north)', canisbay, 'Lake (north', 'geo'],
    [`geo:0,0?q=45.8364,-78.3791(${encodeURIComponent(longName)})`, canisbay, longName, 'geo'],
    ['geo:45.8,-78.3?z=9&q=45.8364%2C-78.3791%28Canisbay+Lake%29', canisbay, lake, 'geo'],
    ['geo:45.8364,-78.3791?q=Canisbay+Lake', canisbay, lake, 'geo'],
    // Google
    [`${google}/place/CN+Tower/@43.64,-79.39,17z/${data}?entry=ttu`, cnTower, 'CN Tower', 'google'],
    [`${google}/place/CN+Tower/@43.6426,-79.3871,17z`, cnTower, 'CN Tower', 'google'],
    [`${google}/place/Caf%C3%A9+Z%C3%BCrich/@43.6426,-79.3871,17z`, cnTower, 'Café Zürich', 'google'],
    [`${google}/place/43%C2%B038'33.4%22N+79%C2%B023'13.6%22W/@43.6,-79.3,17z/${data}`, cnTower, undefined, 'google'],
    [`${google}/@43.6426,-79.3871,15z`, cnTower, undefined, 'google'],
    ['https://maps.google.com/?q=43.6426,-79.3871', cnTower, undefined, 'google'],
    ['https://maps.google.com/maps?q=loc:43.6426,-79.3871+(CN+Tower)', cnTower, 'CN Tower', 'google'],
    ['https://www.google.ca/maps?q=CN+Tower&ll=43.6426,-79.3871&z=12', cnTower, 'CN Tower', 'google'],
    ['maps.google.com/maps?ll=43.6426,-79.3871&z=12', cnTower, undefined, 'google'],
    [`${google}/search/?api=1&query=43.6426%2C-79.3871`, cnTower, undefined, 'google'],
    [`${google}/search/43.6426,+-79.3871?sa=X`, cnTower, undefined, 'google'],
    [`${google}/dir/?api=1&origin=45.8,-78.3&destination=43.6426,-79.3871`, cnTower, undefined, 'google'],
    ['https://maps.google.com/maps?saddr=45.8,-78.3&daddr=43.6426,-79.3871', cnTower, undefined, 'google'],
    [`${google}/dir/45.8364,-78.3791/43.6426,-79.3871/@44.7,-79.9,8z`, cnTower, undefined, 'google'],
    [`${google}/dir//43.6426,-79.3871`, cnTower, undefined, 'google'],
    [`${google}/dir/A/B/data=!4m5!1m1!1s0x1!2m2!1d-79.3871!2d43.6426`, cnTower, undefined, 'google'],
    [`<iframe src="${google}/embed?pb=!1m14!1d2000!2d-79.3871!3d43.6426!2m3" width="9">`, cnTower, undefined, 'google'],
    [
      `https://consent.google.com/ml?continue=${google}/place/CN+Tower/@43.6426,-79.3871,17z`,
      cnTower,
      'CN Tower',
      'google',
    ],
    ['google.navigation:q=43.6426,-79.3871', cnTower, undefined, 'google'],
    ['comgooglemaps://?q=CN+Tower&center=43.6426,-79.3871', cnTower, 'CN Tower', 'google'],
    // Apple
    ['https://maps.apple.com/?ll=45.8364,-78.3791&q=Canisbay%20Lake', canisbay, lake, 'apple'],
    ['https://maps.apple.com/?q=45.8364,-78.3791', canisbay, undefined, 'apple'],
    ['https://maps.apple.com/?ll=45.8364,-78.3791&q=Dropped%20Pin', canisbay, undefined, 'apple'],
    ['https://maps.apple.com/?daddr=45.8364%2C-78.3791', canisbay, undefined, 'apple'],
    ['https://maps.apple.com/place?coordinate=45.8364,-78.3791&name=Canisbay%20Lake', canisbay, lake, 'apple'],
    ['https://maps.apple.com/?address=1+Road&auid=123&ll=45.8364,-78.3791&q=Canisbay+Lake', canisbay, lake, 'apple'],
    // OpenStreetMap
    [
      'https://www.openstreetmap.org/?mlat=45.8364&mlon=-78.3791#map=15/45.9/-78.4',
      canisbay,
      undefined,
      'openstreetmap',
    ],
    ['https://www.openstreetmap.org/#map=15/45.8364/-78.3791&layers=C', canisbay, undefined, 'openstreetmap'],
    [
      'https://www.openstreetmap.org/search?query=45.8364%2C-78.3791#map=5/1.5/1.5',
      canisbay,
      undefined,
      'openstreetmap',
    ],
    [
      'https://www.openstreetmap.org/directions?route=43.6%2C-79.3%3B45.8364%2C-78.3791',
      canisbay,
      undefined,
      'openstreetmap',
    ],
    [
      'https://www.openstreetmap.org/export/embed.html?bbox=-78.4,45.8,-78.3,45.9&marker=45.8364%2C-78.3791',
      canisbay,
      undefined,
      'openstreetmap',
    ],
    ['http://osm.org/go/0GAjIv8h?m=', { lat: 50.67153, lon: 6.09716 }, undefined, 'openstreetmap'],
    // Organic Maps and CoMaps
    ['om://map?v=1&ll=45.8364,-78.3791&n=Canisbay%20Lake', canisbay, lake, 'organic maps'],
    ['https://omaps.app/map?v=1&ll=45.8364,-78.3791&n=Canisbay%20Lake', canisbay, lake, 'organic maps'],
    ['https://omaps.app/45.8364,-78.3791/Canisbay_Lake', canisbay, lake, 'organic maps'],
    [
      'http://omaps.app/kyuh76X_vf/Borgo_Maggiore',
      { lat: 43.941187, lon: 12.447423 },
      'Borgo Maggiore',
      'organic maps',
    ],
    ['ge0://B4srhdHVVt/Some_Name', { lat: 64.5234, lon: 12.1234 }, 'Some Name', 'organic maps'],
    ['om://BaF6F6F6F6', { lat: -20, lon: 20 }, undefined, 'organic maps'],
    ['https://comaps.at/o4MnIOApKp/Kreuzberg', { lat: 52.487739, lon: 13.381523 }, 'Kreuzberg', 'comaps'],
    ['cm://map?v=1&ll=45.8364,-78.3791&n=Canisbay%20Lake', canisbay, lake, 'comaps'],
    // Others
    ['https://waze.com/ul?ll=45.8364%2C-78.3791&navigate=yes', canisbay, undefined, 'waze'],
    ['https://www.waze.com/live-map/directions?to=ll.45.8364%2C-78.3791', canisbay, undefined, 'waze'],
    ['https://www.bing.com/maps?cp=45.8364~-78.3791&lvl=15', canisbay, undefined, 'bing'],
    ['https://bing.com/maps?cp=1~1&sp=point.45.8364_-78.3791_Canisbay%20Lake', canisbay, lake, 'bing'],
    ['https://yandex.com/maps/?ll=-78.3791%2C45.8364&z=12', canisbay, undefined, 'address'],
    ['https://mapy.cz/zakladni?x=-78.3791&y=45.8364&z=12', canisbay, undefined, 'address'],
    ['https://caltopo.com/map.html#ll=45.8364,-78.3791&z=15', canisbay, undefined, 'address'],
    ['https://share.here.com/l/45.8364,-78.3791,Canisbay%20Lake?z=15', canisbay, lake, 'address'],
    ['https://geohack.toolforge.org/geohack.php?params=45.8364_N_78.3791_W_type:camp', canisbay, undefined, 'address'],
    ['See [the map](https://maps.google.com/?q=43.6426,-79.3871).', cnTower, undefined, 'google'],
  ] as const)('%s is read', (text, position, name, form) => {
    const read = expectPosition(text, position)
    expect(read?.name).toBe(name)
    expect(read?.form).toBe(form)
  })

  it.each([
    ...['https://maps.app.goo.gl/AbC123', 'CN Tower https://maps.app.goo.gl/AbC123?g_st=ac', 'goo.gl/maps/AbC123'],
    ...['https://maps.apple/p/AbC123', 'https://maps.apple.com/p/AbC123', 'https://maps.google.com/?cid=123'],
    ...['https://waze.com/ul/hf244kg8gx', 'https://mapy.cz/s/abcdef', 'https://yandex.ru/maps/-/CDabc'],
  ])('%s is a short link', (text) => {
    expect(readPosition(text)).toEqual({ is: 'short link' })
  })

  it.each([
    ...['geo:0,0?q=Canisbay+Lake', 'geo:1,2;crs=nad27', 'https://what3words.com/filled.count.soap'],
    ...['https://omaps.app/get', 'https://omaps.app/Byqqqqqq!q', 'https://shop.example/?q=12.50,13.99'],
    ...['https://blog.example/2026/05/12.html#2/10/20', `${google}/place/CN+Tower/`, 'https://%%%/%E0%A4%A'],
  ])('%s says nothing', (text) => {
    expect(readPosition(text)).toEqual({ is: 'none' })
  })
})

it.each([
  ...[
    '',
    ' ',
    'Killarney',
    'site 45, loop 78',
    '12.05.2026, 14.30',
    '2026-05-12 14:30',
    '14:30, 15:45',
    '14:30:00, 15:45:00',
  ],
  ...['+1 705 633 5572', '(705) 633-5572', '705.633.5572, 416.555.0199', '$12.50, $13.99', '12,50 € / 13,99 €'],
  ...['CAD 1.0845 1.1034', '2 x 500 g', '1.2500, 2.7500 kg', '192.168.10.20, 10.0.0.1', '10.0.0.1 10.0.0.2'],
  ...[
    'ISBN 978-3-16-148410-0',
    'AC 8813, gate B 42',
    'High 20°, low 12°',
    '20° / 12°',
    '20.5°C, 12.5°C',
    '22+35',
    '25+35 people',
  ],
  ...['Wind 15 N, 20 W', '5 S, 10 W on the list', 'v1.2345.6 and v2.3456.7', '///filled.count.soap', '0, 0', '4, 5'],
  ...[
    '12 eggs, 500 g flour, 2.5 l milk',
    'Booking 17TABC',
    'IBAN DE89 3704 0044 0532 0130 00',
    'robin@45.8364.example',
  ],
  ...[
    'Highway 60 E, 5 km N',
    'Sites 12-14, 20-22',
    '1:30.5, 2:45.2',
    '3.5/4.5',
    '12,50 13,99',
    '3.5 h, 12.25 km',
    'Room 17 T, 630 people',
  ],
])('%j has no coordinates', (text) => {
  expect(readPosition(text)).toEqual({ is: 'none' })
  expect(readPosition(text, canisbay)).toEqual({ is: 'none' })
})

describe('what cannot be right', () => {
  it.each([
    ['91.5, -78.3791', 'latitude'],
    ['91°N 45°W', 'latitude'],
    ['Lat 91 Lon 20', 'latitude'],
    ['-45.8364° N, 78.3791° W', 'latitude'],
    ['geo:91,20', 'latitude'],
    ['https://maps.google.com/?q=145.8364,-78.3791', 'latitude'],
    ['45.8364, 278.3791', 'longitude'],
    ["45°50'N 200°10'W", 'longitude'],
    ['Latitude 45.8 Longitude 181', 'longitude'],
    ['geo:20,181', 'longitude'],
    ['-178.3791, 45.8364', 'swapped'],
    ['We camp at 151.21514, -33.85681', 'swapped'],
    ['-78.3791, 45.8364', 'swapped'],
    ["45°75.5'N 78°22.7'W", 'minutes'],
    [`45°50'61"N 78°22'10"W`, 'minutes'],
    ['17T 630084 9833438', 'grid'],
    ['61T 630084 4833438', 'grid'],
    ['17T 630084 1833438', 'grid'],
  ])('%s: %s', (text, why) => {
    expect(readPosition(text)).toEqual({ is: 'wrong', why })
  })

  it('is told as swapped where the place nearby says so', () => {
    expect(readPosition('15.6267, 78.2232')).toMatchObject({ is: 'position' })
    expect(readPosition('15.6267, 78.2232', longyearbyen)).toEqual({ is: 'wrong', why: 'swapped' })
    expectPosition('78.2232, 15.6267', longyearbyen, longyearbyen)
    // Somebody who travels to Antarctica.
    expectPosition('-69.0053, 39.5900', { lat: -69.0053, lon: 39.59 }, { lat: -70, lon: 40 })
    expectPosition('69.0053° S, 39.5900° E', { lat: -69.0053, lon: 39.59 })
  })

  it('is not told if there is something right', () => {
    expectPosition('Not 91°N 45°W but 45.8364, -78.3791', canisbay)
  })
})

describe('any position', () => {
  const two = (number: number, digits = 0) => number.toFixed(digits).padStart(digits ? digits + 3 : 2, '0')
  const letters = ({ lat, lon }: Position) => [lat < 0 ? 'S' : 'N', lon < 0 ? 'W' : 'E']

  /** Reads back within so many degrees. The date line has two numbers. */
  function expectNear(text: string, { lat, lon }: Position, precision: number, near?: Position) {
    const read = readPosition(text, near)
    if (read.is !== 'position') return expect.fail(`${text} is read as ${JSON.stringify(read)}`)
    expect(Math.abs(read.position.lat - lat), text).toBeLessThanOrEqual(precision)
    expect(Math.abs(((read.position.lon - lon + 540) % 360) - 180), text).toBeLessThanOrEqual(precision)
    return read
  }
  const check = (expectAll: (position: Position) => void) =>
    fc.assert(fc.property(anyPosition, expectAll), { numRuns: 500 })

  it('reads back from decimal degrees', () =>
    check((position) => {
      expectNear(formatPosition(position), position, 0.000051)
      expectNear(`We are at ${formatPosition(position)}.`, position, 0.000051)
      // Near itself, nothing looks swapped.
      expectNear(positionText(position), position, 0.0000051, position)
      expectNear(positionText(position).replace(',', '; ').replaceAll('.', ','), position, 0.0000051, position)
      expectNear(`Lon ${position.lon.toFixed(6)} Lat ${position.lat.toFixed(6)}`, position, 0.00000051)
    }))

  it('without anything nearby is read as it is or told as swapped, never swapped', () =>
    check((position) => {
      const read = readPosition(positionText(position))
      if (read.is === 'position') expectNear(positionText(position), position, 0.0000051)
      else expect(read).toEqual({ is: 'wrong', why: 'swapped' })
      expect(read.is).toBe(
        position.lat < -60 && position.lon > -56 && Math.abs(position.lon) <= 90 ? 'wrong' : 'position',
      )
    }))

  it('reads back from degrees and minutes', () =>
    check((position) => {
      const [north, east] = letters(position)
      const angle = (degrees: number) => {
        const minutes = Math.round(Math.abs(degrees) * 60_000) / 1000
        return [Math.floor(minutes / 60), two(minutes % 60, 3)]
      }
      const [lat, lon] = [angle(position.lat), angle(position.lon)]
      for (const text of [
        `${lat[0]}°${lat[1]}'${north} ${lon[0]}°${lon[1]}'${east}`,
        `${north} ${lat[0]} ${lat[1]} ${east} ${lon[0]} ${lon[1]}`,
        `Here: ${lon[0]}° ${lon[1]}′ ${east}, ${lat[0]}° ${lat[1]}′ ${north}.`,
      ])
        expectNear(text, position, 0.0000084)
    }))

  it('reads back from degrees, minutes and seconds', () =>
    check((position) => {
      const [north, east] = letters(position)
      const angle = (degrees: number) => {
        const seconds = Math.round(Math.abs(degrees) * 36_000) / 10
        return [Math.floor(seconds / 3600), two(Math.floor((seconds % 3600) / 60)), two(seconds % 60, 1)]
      }
      const [lat, lon] = [angle(position.lat), angle(position.lon)]
      for (const text of [
        `${lat[0]}°${lat[1]}'${lat[2]}"${north} ${lon[0]}°${lon[1]}'${lon[2]}"${east}`,
        `${lat.join(' ')} ${north}, ${lon.join(' ')} ${east}`,
        `${north}${lat[0]}º${lat[1]}’${lat[2]}” ${east}${lon[0]}º${lon[1]}’${lon[2]}”`,
      ])
        expectNear(text, position, 0.000015)
    }))

  it('reads back from UTM and MGRS, where the grid is', () =>
    check((position) => {
      // The library has no number for the last metre before the equator and the date line.
      const { lat, lon } = { lat: position.lat, lon: Math.min(position.lon, 179.99999) }
      // The grid ends before the poles.
      if (lat < -79.9 || lat > 83.9 || (lat < 0 && lat > -0.00001)) return
      const utm = new LatLon(lat, lon).toUtm()
      const mgrs = utm.toMgrs()
      const far = (text: string) => {
        const read = readPosition(text)
        return read.is === 'position'
          ? distanceBetween(read.position, { lat, lon })
          : `${text}: ${JSON.stringify(read)}`
      }
      const zone = `${utm.zone}${mgrs.band}`
      const [east, north] = [Math.floor(utm.easting), `${Math.floor(utm.northing)}`.padStart(7, '0')]
      expect(far(`${zone} ${east} ${north}`)).toBeLessThan(1.5)
      expect(far(`${zone}${east}${north}`)).toBeLessThan(1.5)
      expect(far(`Take ${zone} ${east}mE ${north}mN.`)).toBeLessThan(1.5)
      expect(far(mgrs.toString())).toBeLessThan(1.1)
      expect(far(mgrs.toString().replaceAll(' ', ''))).toBeLessThan(1.1)
      expect(Mgrs.parse(mgrs.toString()).zone).toBe(utm.zone)
    }))

  it('reads back from a plus code and geo:', () =>
    check((position) => {
      expectNear(plusCodeOf(position), position, 0.000126)
      expectNear(`at ${plusCodeOf(position, 11)}, at nine`, position, 0.00003)
      expectNear(`geo:${position.lat.toFixed(6)},${position.lon.toFixed(6)};u=10`, position, 0.00000051)
    }))

  const anyName = fc.string({ maxLength: 60, unit: 'binary' })
  const nameWithMarks = fc.string({ maxLength: 60, unit: fc.constantFrom(...`aЖ湖 ()[]%+&#?=;:,.!'"<>*/@_-`) })
  it('reads back from the addresses that open map apps, with any name', () =>
    fc.assert(
      fc.property(anyPosition, fc.oneof(anyName, nameWithMarks), (position, name) => {
        // What looks like coordinates, or like a code in an address, is not read as a name.
        fc.pre(!/^\s*[@/]/.test(name) && readPosition(name).is === 'none')
        for (const { id, address } of navigationAddresses(position, name)) {
          const read = expectNear(address, position, 0.0000051)
          expect(address).toMatch(/^[\x21-\x7e]+$/)
          const tidy = name.replace(/\s+/g, ' ').trim()
          if (tidy !== '' && (id === 'device' || id === 'organic maps')) expect(read?.name).toBe(tidy)
        }
      }),
      { numRuns: 500 },
    ))
})

describe('hostile text', () => {
  const LONG = 100_000
  it.each([
    ['digits', '1'.repeat(LONG)],
    ['numbers', '1.2345 '.repeat(LONG / 7)],
    ['angles', `1°2'3" `.repeat(LONG / 7)],
    ['quotes', `"'“”`.repeat(LONG / 4)],
    ['nested brackets', `${'('.repeat(LONG / 2)}${')'.repeat(LONG / 2)}`],
    ['a geo address of brackets', `geo:1.5,1.5${'('.repeat(LONG)}`],
    ['labels', 'lat '.repeat(LONG / 4)],
    ['letters', 'N E S W '.repeat(LONG / 8)],
    ['host names', 'a.'.repeat(LONG / 2)],
    ['addresses', 'https://a.io/?q=1.234,1.234~ '.repeat(LONG / 29)],
    ['closing brackets', `https://a.io/${')'.repeat(LONG)}`],
    ['percent signs', `https://google.com/maps?q=${'%'.repeat(LONG)}`],
    ['nested addresses', 'https://google.com/?q='.repeat(LONG / 22)],
    ['exclamation marks', `https://google.com/maps/${'!3d1!1d1'.repeat(LONG / 8)}`],
    ['plus codes', 'CFGH+CF'.repeat(LONG / 7)],
    ['spaces', ' \u00a0'.repeat(LONG / 2)],
    ['grids', '17T '.repeat(LONG / 4)],
    ['parameters', `https://google.com/maps?${'q=1&'.repeat(LONG / 4)}`],
  ])('of 100,000 characters is read within milliseconds: %s', (_, text) => {
    const milliseconds = [1, 2, 3].map(() => {
      const passed = measureCpu()
      readPosition(text)
      return passed()
    })
    expect(Math.min(...milliseconds)).toBeLessThan(50)
  })

  it('is read as far as an address of a map may be long', () => {
    expectPosition(`${' '.repeat(3000)}45.8364, -78.3791${' '.repeat(LONG)}`, canisbay)
  })

  it('of any sort gives an answer', () => {
    const piece = fc.constantFrom(
      ...`0 1 9 45 . , ; ° ' " N S W O E - + ( ) ? & = # / : @ ! % geo: https:// 17T lat`.split(' '),
      ' ',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          const read = readPosition(text)
          if (read.is !== 'position') return
          expect(Math.abs(read.position.lat)).toBeLessThanOrEqual(90)
          expect(Math.abs(read.position.lon)).toBeLessThanOrEqual(180)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

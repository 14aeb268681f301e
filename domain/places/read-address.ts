import { type MapAddress, parseAddress } from './map-address.ts'
import { plainText } from './plain-text.ts'
import { isOnEarth, type Position } from './position.ts'
import { findCodes } from './read-codes.ts'
import { findDegrees } from './read-degrees.ts'
import type { AddressForm, ReadPosition } from './read-result.ts'
import { positionOfMapCode, positionOfShortlink } from './short-code.ts'

/*
 * Coordinates and the name in an address of a map.
 * Job: know where each map service writes them. The point that somebody chose comes before the middle of the map.
 * Invariants: an address is only read, never fetched.
 * Failure: what cannot be read without a request is a short link. Any other address says nothing.
 */

type Read = Exclude<ReadPosition, { is: 'none' }>
interface Point {
  position: Position
  name?: string | undefined
}

/** An address may be a parameter of another: of a page that asks for consent first. */
const MOST_NESTED = 2
const MAX_NAME = 200
const NUMBER = '[-+]?\\d{1,3}(?:\\.\\d{1,20})?'
const EXACT = '[-+]?\\d{1,3}\\.\\d{3,20}'

/** What an address says. Undefined if it has no coordinates. `near` is what a short plus code in it is near. */
export function readAddress(address: MapAddress, near?: Position, nested = 0): Read | undefined {
  const inner = address.params.find(([, value]) => /^https?:\/\//i.test(value))?.[1]
  const read = inner && nested < MOST_NESTED ? readAddress(parseAddress(inner), near, nested + 1) : undefined
  if (read?.is === 'position') return read
  const form = formOf(address)
  const point = findPoint(address, form, near)
  if (point) {
    const { position } = point
    if (!isOnEarth(position)) return { is: 'wrong', why: Math.abs(position.lat) > 90 ? 'latitude' : 'longitude' }
    const name = tidyName(point.name || findName(address))
    return { is: 'position', position, ...(name && { name }), form }
  }
  if (isShortLink(address, form)) return { is: 'short link' }
  return form === 'google' && hasShortCode(address) ? { is: 'wrong', why: 'nearby' } : read
}

/** A short plus code, for which no place nearby is known. */
const hasShortCode = ({ text }: MapAddress) =>
  findCodes(plainText(text)).some(({ read }) => read.is === 'wrong' && read.why === 'nearby')

const FORMS: [RegExp, AddressForm][] = [
  [/(?:^|\.)google\.[a-z.]{2,6}$|^(?:maps\.app\.)?goo\.gl$|^g\.page$|^share\.google$/, 'google'],
  [/^(?:maps|beta\.maps)\.apple\.com$|^maps\.apple$/, 'apple'],
  [/(?:^|\.)openstreetmap\.org$|^osm\.org$/, 'openstreetmap'],
  [/^omaps\.app$|^ge0\.me$|^organicmaps\.app$/, 'organic maps'],
  [/^comaps\.(?:at|app)$/, 'comaps'],
  [/(?:^|\.)waze\.com$/, 'waze'],
  [/(?:^|\.)bing\.com$|^binged\.it$/, 'bing'],
]
const SCHEME_FORMS: Record<string, AddressForm> = {
  om: 'organic maps',
  ge0: 'organic maps',
  organicmaps: 'organic maps',
  mapsme: 'organic maps',
  cm: 'comaps',
  comaps: 'comaps',
  waze: 'waze',
  comgooglemaps: 'google',
  'google.navigation': 'google',
  maps: 'apple',
  applemaps: 'apple',
}

function formOf({ scheme, host }: MapAddress): AddressForm | 'geo' {
  if (scheme === 'geo') return 'geo'
  return SCHEME_FORMS[scheme] ?? FORMS.find(([pattern]) => pattern.test(host))?.[1] ?? 'address'
}

function findPoint(address: MapAddress, form: AddressForm | 'geo', near?: Position): Point | undefined {
  if (form === 'geo') return findGeoPoint(address)
  if (form === 'organic maps' || form === 'comaps') {
    const coded = findCoded(address)
    if (coded) return coded
  }
  if (form === 'openstreetmap' && address.path[0] === 'go') {
    const position = positionOfShortlink(address.path[1] ?? '')
    if (position) return { position }
  }
  return (
    findGoogleData(address) ??
    findPinned(address) ??
    findInParams(address, form, near) ??
    findInPath(address, form, near) ??
    findMiddle(address, form)
  )
}

const GEO = new RegExp(`^ *(${NUMBER}),(${NUMBER})(?:,[-+.\\d]{1,20})?(?:;|\\?|&|$)`)

/** RFC 5870, with what Android adds: 'geo:0,0?q=45.8364,-78.3791(Canisbay Lake)'. The point in `q` was chosen. */
function findGeoPoint(address: MapAddress): Point | undefined {
  const { text } = address
  if (/;crs=(?!wgs84)/i.test(text)) return undefined
  const query = paramOf(address, 'q')
  const chosen = query === undefined ? undefined : pairOf(query, 'geo')
  const [, lat, lon] = GEO.exec(text) ?? []
  const center = lat === undefined || lon === undefined ? undefined : { lat: Number(lat), lon: Number(lon) }
  // 'geo:0,0?q=Canisbay Lake' is a search, and no place at 0,0.
  const isSearch = query !== undefined && center?.lat === 0 && center.lon === 0
  if (chosen || isSearch) return chosen
  const label = query ?? /^[^(]{0,80}\(([^)]{0,200})\)/.exec(text)?.[1]
  return center && { position: center, name: label }
}

const CODED_NAME_SPACES = (name: string) => name.replaceAll(/[ _]/g, (mark) => (mark === '_' ? ' ' : '_'))

/** 'omaps.app/Byqqqqqqqq/Some_Name', where a space and '_' are swapped, or 'omaps.app/45.8364,-78.3791/Name'. */
function findCoded({ path }: MapAddress): Point | undefined {
  const [code = '', name] = path
  const position = positionOfMapCode(code)
  if (position) return { position, name: name && CODED_NAME_SPACES(name) }
  const point = pairOf(code, 'address')
  return point && { ...point, name: name && CODED_NAME_SPACES(name) }
}

const PLACE = new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`, 'g')
const EMBEDDED = new RegExp(`!2d(${NUMBER})!3d(${NUMBER})`)
const STOP = new RegExp(`!1d(${NUMBER})!2d(${NUMBER})`, 'g')

/** What Google writes behind `data=` and `pb=`: the place, the end of a route, or the middle of an embedded map. */
function findGoogleData({ text }: MapAddress): Point | undefined {
  if (!text.includes('!')) return undefined
  const place = [...text.matchAll(PLACE)].at(-1)
  if (place) return point(place[1], place[2])
  const stop = [...text.matchAll(STOP)].at(-1)
  if (stop) return point(stop[2], stop[1])
  const embedded = EMBEDDED.exec(text)
  return embedded ? point(embedded[2], embedded[1]) : undefined
}

const point = (lat?: string, lon?: string): Point => ({ position: { lat: Number(lat), lon: Number(lon) } })

const LATITUDES = ['mlat', 'lat', 'latitude']
const LONGITUDES = ['mlon', 'lon', 'lng', 'longitude', 'long']
const BING_POINT = new RegExp(`(?:point|pos)\\.(${NUMBER})_(${NUMBER})(?:_([^_~]{0,200}))?`)

/** Latitude and longitude as two parameters, and what Bing pins. */
function findPinned(address: MapAddress): Point | undefined {
  const numberIn = (names: readonly string[]) => {
    const found = names.map((name) => paramOf(address, name)).find((value) => value !== undefined)
    return found !== undefined && new RegExp(`^${NUMBER}$`).test(found) ? found : undefined
  }
  const [lat, lon] = [numberIn(LATITUDES), numberIn(LONGITUDES)]
  if (lat && lon) return point(lat, lon)
  const pinned = BING_POINT.exec(paramOf(address, 'sp') ?? paramOf(address, 'rtp') ?? '')
  if (pinned) return { ...point(pinned[1], pinned[2]), name: pinned[3] }
  // Wikipedia's '43_38_33.24_N_79_23_13.7_W_region:CA'.
  const wiki = /geohack/.test(address.text) ? paramOf(address, 'params')?.replaceAll('_', ' ') : undefined
  if (wiki) return pointIn(wiki, 'geo')
  // mapy.cz writes x and y.
  const [x, y] = [numberIn(['x']), numberIn(['y'])]
  return isLonFirst(address) && x && y ? point(y, x) : undefined
}

/** Where somebody goes comes first, then what they chose, then the middle of the map. */
const POINTS = [
  'destination',
  'daddr',
  'to',
  'route',
  'coordinate',
  'marker',
  'pin',
  'pt',
  'whatshere[point]',
  'q',
  'query',
  'latlng',
  'll',
  'cp',
  'cbll',
  'viewpoint',
  'center',
  'map',
  'sll',
  'near',
]

/** Parameters that list points: the last is where somebody goes. */
const SEVERAL = new Set(['route', 'pt'])

function findInParams(address: MapAddress, form: AddressForm, near?: Position): Point | undefined {
  for (const name of POINTS) {
    const typed = paramOf(address, name)
    const value = SEVERAL.has(name) ? typed?.split(/[~;]/).at(-1) : typed
    const found = value === undefined ? undefined : (pairOf(value, form) ?? pointIn(value, form, near))
    if (found) return isLonFirst(address) ? turned(found) : found
  }
  return undefined
}

/** '/dir/A/45.8364,-78.3791', '/place/45°50'11"N 78°22'45"W', '/l/45.8364,-78.3791,Name'. */
function findInPath(address: MapAddress, form: AddressForm, near?: Position): Point | undefined {
  const { path, host } = address
  const isKnown = form === 'google' || form === 'apple' || /(?:^|\.)here\.com$|^plus\.codes$/.test(host)
  if (!isKnown) return undefined
  for (const part of path.toReversed()) {
    if (part.startsWith('@') || part.startsWith('data=')) continue
    const found = pairOf(part, form) ?? pointIn(part, 'google', near)
    if (found) return found
  }
  return undefined
}

const AT = new RegExp(`/@(${NUMBER}),(${NUMBER})(?:,|/|$)`)
const FRAGMENT = new RegExp(`^(?:map=|/?)\\d{1,2}(?:\\.\\d{1,9})?/(${NUMBER})/(${NUMBER})(?:/|&|$)`)

/** The middle of the map that was on the screen. */
function findMiddle({ text, fragment }: MapAddress, form: AddressForm): Point | undefined {
  const [, lat, lon] = AT.exec(text) ?? FRAGMENT.exec(fragment) ?? []
  if (lat === undefined || lon === undefined) return undefined
  // '#2/10/20' of any other page may be a chapter.
  return form !== 'address' || [lat, lon].every((number) => /\.\d\d/.test(number)) ? point(lat, lon) : undefined
}

/** Yandex and mapy.cz write the longitude first. */
const isLonFirst = ({ host }: MapAddress) => /(?:^|\.)(?:yandex\.[a-z.]{2,6}|mapy\.(?:cz|com))$/.test(host)
const turned = ({ position, ...rest }: Point): Point => ({
  ...rest,
  position: { lat: position.lon, lon: position.lat },
})

const PAIR_START = '^\\s{0,9}(?:loc:|ll\\.)? ?'
const pair = new RegExp(`${PAIR_START}(${NUMBER}) ?[, ~] ?(${NUMBER})(?![\\d.]\\d?)(.{0,250})$`, 's')
const exactPair = new RegExp(`${PAIR_START}(${EXACT}) ?[, ~] ?(${EXACT})(?![\\d.]\\d?)(.{0,250})$`, 's')
/** To the last bracket, as a name may contain brackets; to the end if it is missing. */
const LABEL = /^ ?\((.*(?=\))|.*)/s
const AFTER_COMMA = /^,(?=\s*\p{L})([^,]{1,200})/u

/** The two numbers with which a value begins. Of an unknown service, only if they are as exact as coordinates are. */
function pairOf(value: string, form: AddressForm | 'geo'): Point | undefined {
  const [, lat, lon, rest = ''] = (form === 'address' ? exactPair : pair).exec(value) ?? []
  if (lat === undefined) return undefined
  return { ...point(lat, lon), name: (LABEL.exec(rest) ?? AFTER_COMMA.exec(rest))?.[1] }
}

/** Coordinates in another form, or a plus code. */
function pointIn(value: string, form: AddressForm | 'geo', near?: Position): Point | undefined {
  if (form === 'address' || /^https?:/i.test(value)) return undefined
  const plain = plainText(value)
  const found = [...findDegrees(plain, near), ...findCodes(plain, near)].find(({ read }) => read.is === 'position')
  return found?.read.is === 'position' ? { position: found.read.position } : undefined
}

const paramOf = ({ params }: MapAddress, name: string) => params.find(([key, value]) => key === name && value)?.[1]

/** The name that goes with the point: '/place/NAME/', or a parameter. */
function findName(address: MapAddress): string | undefined {
  const place = address.path.indexOf('place')
  const inPath = place >= 0 ? address.path[place + 1] : undefined
  const names = [inPath, ...['n', 'name', 'title', 'q', 'query'].map((name) => paramOf(address, name))]
  return names.find((name) => name && !NO_NAME.test(name) && !isPoint(name))
}

const NO_NAME = /^[@/]|^data=|^https?:|^place_id:|^(?:dropped|marked|my|current|pinned) (?:pin|location)$/i

const isPoint = (name: string) => pairOf(name, 'google') !== undefined || pointIn(name, 'google') !== undefined

const tidyName = (name = '') =>
  name
    .replace(/\s{1,}/g, ' ')
    .trim()
    .slice(0, MAX_NAME)

/** Addresses that say where they lead only to the one who asks the service. */
function isShortLink({ host, path, params, text }: MapAddress, form: AddressForm | 'geo'): boolean {
  const [first = ''] = path
  if (/^(?:maps\.app\.goo\.gl|maps\.apple|g\.page|share\.google|binged\.it|her\.is)$/.test(host)) return true
  if (host === 'goo.gl') return first === 'maps'
  if (form === 'apple') return first === 'p' || params.some(([name]) => name === 'auid' || name === 'place-id')
  if (form === 'google') return /[?&](?:cid|ftid|query_place_id)=|place_id:/.test(text)
  if (form === 'waze') return first === 'ul' && path.length > 1
  return isLonFirst({ host } as MapAddress) && (first === 's' || path[1] === '-')
}

import { type Position, positionText } from './position.ts'

export type NavigationId = 'device' | 'google' | 'apple' | 'openstreetmap' | 'organic maps'

/** The address that opens a map app. */
export interface NavigationAddress {
  id: NavigationId
  address: string
}

/**
 * The addresses that open map apps at a position. 'device' is the app that the phone chooses: Android asks, an iPhone
 * may have none. 'organic maps' opens only where the app is installed. `name` may be ''.
 */
export function navigationAddresses(position: Position, name: string): NavigationAddress[] {
  const at = positionText(position)
  const [lat, lon] = at.split(',')
  const label = encodeName(name)
  return [
    { id: 'device', address: `geo:${at}?q=${at}${label && `(${label})`}` },
    { id: 'google', address: `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(at)}` },
    { id: 'apple', address: `https://maps.apple.com/?daddr=${encodeURIComponent(at)}${label && `&q=${label}`}` },
    { id: 'openstreetmap', address: `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}` },
    { id: 'organic maps', address: `om://map?v=1&ll=${at}${label && `&n=${label}`}` },
  ]
}

/**
 * Also round brackets, which are around the name in geo, full stops at the end, which would be taken for those of a
 * sentence, and half characters, which cannot be encoded.
 */
function encodeName(name: string): string {
  const encoded = encodeURIComponent(name.trim().replace(/\p{Surrogate}/gu, '\ufffd'))
  return encoded.replace(/[()'!*]|\.(?=\.*$)/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}

import type { NavigationAddress } from './navigate.ts'

/** Links that search map apps for a typed address, for places without a position. */
export function searchAddresses(text: string): NavigationAddress[] {
  // Half characters cannot be encoded.
  const query = encodeURIComponent(
    text
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/\p{Surrogate}/gu, '\ufffd'),
  )
  return [
    { id: 'device', address: `geo:0,0?q=${query}` },
    { id: 'google', address: `https://www.google.com/maps/search/?api=1&query=${query}` },
    { id: 'apple', address: `https://maps.apple.com/?q=${query}` },
    { id: 'openstreetmap', address: `https://www.openstreetmap.org/search?query=${query}` },
    { id: 'organic maps', address: `om://search?query=${query}` },
  ]
}

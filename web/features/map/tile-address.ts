/** Zoom, column and row of a tile's address in a protocol of our own: `base://6/18/22`. */
export function tileOf(address: string): [zoom: number, x: number, y: number] {
  const [zoom = 0, x = 0, y = 0] = address
    .slice(address.indexOf('://') + 3)
    .split('/')
    .map(Number)
  return [zoom, x, y]
}

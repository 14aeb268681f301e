/** '320 m', '4.2 km', '310 km'. */
export function distanceText(metres: number): string {
  if (metres < 1000) return `${Math.round(metres / 10) * 10} m`
  return `${metres < 20_000 ? (metres / 1000).toFixed(1) : Math.round(metres / 1000)} km`
}

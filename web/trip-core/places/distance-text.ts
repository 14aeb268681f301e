/** '320 m', '4.2 km', '310 km'. */
export function distanceText(metres: number): string {
  const tens = Math.round(metres / 10) * 10
  if (tens < 1000) return `${tens} m`
  const tenths = Math.round(metres / 100) / 10
  return `${tenths < 20 ? tenths.toFixed(1) : Math.round(metres / 1000)} km`
}

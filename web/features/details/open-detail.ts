/* The rows of the trip's details that other places of the page open. */

export const DEPARTURE_ROW = 'departure-row'
export const MAP_ROW = 'map-row'

/** Opens a row and moves the focus into its field. */
export function openDetail(row: string): void {
  const place = document.getElementById(row)
  const opener = place?.querySelector<HTMLElement>('[data-opens]')
  if (opener) opener.click()
  else place?.querySelector<HTMLElement>('input')?.focus()
  place?.scrollIntoView({ block: 'center' })
}

/** 'Nov 22' in local time, with the year if it is not the current one. */
export function dayOf(timestamp: string): string {
  const day = new Date(timestamp)
  const isThisYear = day.getFullYear() === new Date().getFullYear()
  return day.toLocaleDateString('en-CA', { month: 'short', day: 'numeric', ...(!isThisYear && { year: 'numeric' }) })
}

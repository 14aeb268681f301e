/** The day of a moment in the person's own calendar: 'Nov 22', with the year where it is not the present one. */
export function dayOf(timestamp: string): string {
  const day = new Date(timestamp)
  const isThisYear = day.getFullYear() === new Date().getFullYear()
  return day.toLocaleDateString('en-CA', { month: 'short', day: 'numeric', ...(!isThisYear && { year: 'numeric' }) })
}

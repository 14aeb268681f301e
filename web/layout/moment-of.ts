/** A moment in the person's own calendar: 'Nov 22, 2:05 p.m.', with the year where it is not the present one. */
export function momentOf(timestamp: string): string {
  const moment = new Date(timestamp)
  const isThisYear = moment.getFullYear() === new Date().getFullYear()
  return moment.toLocaleString('en-CA', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

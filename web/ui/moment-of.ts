/** 'Nov 22, 2:05 PM' in local time, with the year if it is not the current one. */
export function momentOf(timestamp: string): string {
  const moment = new Date(timestamp)
  const isThisYear = moment.getFullYear() === new Date().getFullYear()
  return moment.toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

/** The days to show before somebody asks for all: while the trip is on, today and the next ones. */
export function chooseDays<Day extends { isToday: boolean }>(days: readonly Day[], count: number): readonly Day[] {
  if (days.length <= count + 1) return days
  const today = days.findIndex(({ isToday }) => isToday)
  const start = Math.max(0, Math.min(today, days.length - count))
  return days.slice(start, start + count)
}

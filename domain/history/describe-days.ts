/** What changed from one set of days to another: days added and removed, and what `describe` says of those that stayed. */
export function describeDays<Day>(
  before: Record<string, Day>,
  after: Record<string, Day>,
  describe: (day: string, before: Day, after: Day) => string[],
): string[] {
  const days = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort((a, b) => Number(a) - Number(b))
  return days.flatMap((day) => {
    const [earlier, later] = [before[day], after[day]]
    if (earlier === undefined) return [`added day ${day}`]
    if (later === undefined) return [`removed day ${day}`]
    return describe(day, earlier, later)
  })
}

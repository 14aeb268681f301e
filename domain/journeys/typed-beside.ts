import type { OptionalLocalDate } from '../local-date.ts'
import type { Ticket } from '../plan/tickets.ts'
import { normalizeTimes, parseTime } from '../typed-time.ts'

/** What somebody typed as date, time and location of a ticket; '' where its journey says the same. */
export function typedBeside(ticket: Pick<Ticket, 'date' | 'time' | 'location' | 'segments'>): {
  date: OptionalLocalDate
  time: string
  location: string
} {
  const { date, time, location, segments } = ticket
  const [first] = segments
  if (!first) return { date, time, location }
  const departs = parseTime(first.departs_at)
  return {
    date: date === first.departs_on ? '' : date,
    time: departs !== undefined && parseTime(normalizeTimes(time).trim()) === departs ? '' : time,
    location: saysMore(location, [first.from, first.from_code, first.terminal, first.gate]) ? location : '',
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Words that say nothing by themselves: 'YYZ, Terminal 1, Gate E73'. */
const LABELS = ['airport', 'terminal', 'gate', 'station']

function saysMore(text: string, known: readonly string[]): boolean {
  const said = new Set([...known.flatMap(wordsOf), ...LABELS])
  return wordsOf(text).some((word) => !said.has(word))
}

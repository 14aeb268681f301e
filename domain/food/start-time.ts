import { DAY_MINUTES } from '../today/clock.ts'
import { clockText } from '../today/time-text.ts'
import { type Duration, normalizeTimes, parseTime, readDuration, TIME } from '../typed-time.ts'

/*
 * When to start with a meal, from what people typed as its preparation time and from when it is served.
 * Job: read 'Prep 20 min, cook 40 min', 'ready by 18:00', 'start at 5 pm'. People type these words, so they are no
 *   messages.
 * Invariants: nothing is guessed. Every word must be understood, and '5:30' that may be morning or evening is not.
 */

export interface StartTime {
  /** '17:20' */
  time: string
  isDayBefore: boolean
}

/** When to start; undefined if that cannot be read for sure. `served_at` is '18:00', or '' if nobody said it. */
export function startTimeOf({ prep, served_at }: { prep: string; served_at: string }): StartTime | undefined {
  const clauses = normalizeTimes(prep)
    .split(/[;+&\n]|,(?!\d)|\.(?!\S)|\b(?:and|plus|then)\b/)
    .map((clause) => readClause(clause.trim()))
    .filter((clause) => clause !== 'empty')
  const starts = clauses.filter((clause) => typeof clause === 'object' && 'start' in clause)
  if (starts.length > 0) return findStart(starts, clauses)
  if (!clauses.every((clause) => typeof clause === 'object')) return undefined
  const served = findServed(clauses, served_at)
  const minutes = sumDurations(clauses.filter((clause) => 'minutes' in clause))
  if (served === undefined || minutes === undefined) return undefined
  const start = served - minutes
  return { time: clockText((start + DAY_MINUTES) % DAY_MINUTES), isDayBefore: start < 0 }
}

type Start = { start: number }
type Served = { served: number }
/** `remark`: words that say nothing about times. */
type Clause = Start | Served | Duration | 'remark' | 'unclear'

function findStart(starts: readonly Clause[], clauses: readonly Clause[]): StartTime | undefined {
  const [first] = starts
  if (starts.length > 1 || clauses.includes('unclear') || typeof first !== 'object' || !('start' in first))
    return undefined
  return { time: clockText(first.start), isDayBefore: false }
}

/** When the meal is served, in minutes; undefined if nobody says it, or two times are said. */
function findServed(clauses: readonly Clause[], served_at: string): number | undefined {
  const said = clauses.flatMap((clause) => (typeof clause === 'object' && 'served' in clause ? [clause.served] : []))
  const times = new Set([...said, ...(served_at === '' ? [] : [parseTime(served_at)])])
  const [time] = times
  return times.size === 1 ? time : undefined
}

/** Several durations are added if each says what it is for. 'Total' is all of them. */
function sumDurations(durations: readonly Duration[]): number | undefined {
  const total = durations.find(({ label }) => label === 'total')
  const parts = durations.filter((one) => one !== total)
  const labels = new Set(parts.map(({ label }) => label))
  if (parts.length > 1 && (labels.size < parts.length || labels.has('') || labels.has('total'))) return undefined
  const sum = parts.reduce((all, { minutes }) => all + minutes, 0)
  const minutes = total?.minutes ?? sum
  return minutes >= Math.max(1, ...parts.map((part) => part.minutes)) && minutes <= DAY_MINUTES ? minutes : undefined
}

const starting = new RegExp(`^(?:start|begin)(?:s|ing)?(?: cooking| prep| preparing)?:?(?: at| around| by)? (${TIME})$`)
const serving = new RegExp(
  `^(?:serve|served|serving|ready|eat|eating|dinner|lunch|breakfast)(?: is)?:?(?: at| around| by| for)? (${TIME})$`,
)
/** Words by which a time may be one of another day, or none at all. */
const DOUBTS = /\d|\b(?:overnight|before|ahead|earlier|day|days|night|evening|yesterday|not|don['’]t|never|or|if)\b/

function readClause(clause: string): Clause | 'empty' {
  if (clause === '') return 'empty'
  const start = parseTime(starting.exec(clause)?.[1])
  if (start !== undefined) return { start }
  const served = parseTime(serving.exec(clause)?.[1])
  if (served !== undefined) return { served }
  return readDuration(clause) ?? (DOUBTS.test(clause) ? 'unclear' : 'remark')
}

/*
 * When to start with a meal, from what people typed as its preparation time and from when it is served.
 * Job: read 'Prep 20 min, cook 40 min', 'ready by 18:00', 'start at 5 pm'. People type these words, so they are no
 *   messages.
 * Invariants: nothing is guessed. Every word must be understood, and '5:30' that may be morning or evening is not.
 */

const DAY = 24 * 60

export interface StartTime {
  /** '17:20' */
  time: string
  isDayBefore: boolean
}

/** In lower case, with 'pm' for 'p.m.' and '1 hour 20 min' for '1 hour and 20 min'. */
export function normalizeTimes(text: string): string {
  return text
    .toLowerCase()
    .replace(/\b([ap])\.m\./g, '$1m')
    .replace(/\b(h|hr|hrs|hours?)(?:,| and) (?=\d+ ?min)/g, '$1 ')
}

/** How long something takes, in minutes: '1 hour 30 minutes'. Undefined if that cannot be read for sure. */
export function parseDuration(text: string): number | undefined {
  return readDuration(normalizeTimes(text).trim())?.minutes
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
  return { time: formatTime((start + DAY) % DAY), isDayBefore: start < 0 }
}

type Start = { start: number }
type Served = { served: number }
/** `label`: what is done meanwhile; '' if nothing says it. */
type Duration = { minutes: number; label: string }
/** `remark`: words that say nothing about times. */
type Clause = Start | Served | Duration | 'remark' | 'unclear'

function findStart(starts: readonly Clause[], clauses: readonly Clause[]): StartTime | undefined {
  const [first] = starts
  if (starts.length > 1 || clauses.includes('unclear') || typeof first !== 'object' || !('start' in first))
    return undefined
  return { time: formatTime(first.start), isDayBefore: false }
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
  return minutes >= Math.max(1, ...parts.map((part) => part.minutes)) && minutes <= DAY ? minutes : undefined
}

const TIME = /(\d{1,2})(?::([0-5]\d))?\s*(am|pm)?|noon/.source
const NUMBER = /\d+(?:[.,]\d+)?\s?[½¼¾]?|[½¼¾]|(?:\d+ )?\d\/\d|half an?|an?|one|two|three/.source
const RANGE = `(?:(?:${NUMBER})\\s*(?:-|–|to)\\s*)?(${NUMBER})`
const HOURS = 'h|hr|hrs|hours?'
const MINUTES = 'min|mins|minutes?'

const starting = new RegExp(`^(?:start|begin)(?:s|ing)?(?: cooking| prep| preparing)?:?(?: at| around| by)? (${TIME})$`)
const serving = new RegExp(
  `^(?:serve|served|serving|ready|eat|eating|dinner|lunch|breakfast)(?: is)?:?(?: at| around| by| for)? (${TIME})$`,
)
const LABEL =
  '(prep|preparation|preparing|cook|cooking|bake|baking|boiling|simmering|grill|grilling|resting|chopping|total)'
const during = new RegExp(
  `^(?:${LABEL}(?: time)?:? )?(?:takes |needs )?(?:about |around |approx\\.? |approximately |ca\\.? |~ ?)?` +
    `(?:${RANGE}\\s*(?:${HOURS}))?(?: ?${RANGE}\\s*(?:${MINUTES})?)?` +
    `(?: (?:of |to |in )?${LABEL}(?: time)?)?$`,
)
const inMinutes = new RegExp(`(?:${MINUTES})\\b`)
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

function readDuration(clause: string): Duration | undefined {
  const [, before = '', hours, minutes, after = ''] = during.exec(clause) ?? []
  if (before !== '' && after !== '') return undefined
  // '1h20' and '20 min', but not '20'.
  if (hours === undefined && !inMinutes.test(clause)) return undefined
  const sum = Math.round(60 * numberOf(hours) + numberOf(minutes))
  return sum > 0 ? { minutes: sum, label: labelOf(before || after) } : undefined
}

/** 'prep' of 'preparation', so that both are the same. */
const labelOf = (label: string) => (label === 'total' ? label : label.slice(0, 4))

const fractions: Record<string, number> = { '½': 0.5, '¼': 0.25, '¾': 0.75, a: 1, an: 1, one: 1, two: 2, three: 3 }

function numberOf(text = ''): number {
  if (text.startsWith('half')) return 0.5
  const words = text.trim().match(/\d+\/\d+|[\d.,]+|[½¼¾]|[a-z]+/g) ?? []
  return words.reduce((sum, word) => sum + quantityOf(word), 0)
}

function quantityOf(word: string): number {
  const [over = '', under] = word.split('/')
  return under ? Number(over) / Number(under) : (fractions[word] ?? Number(word.replace(',', '.')))
}

const times = new RegExp(`^(?:${TIME})$`)

/** A time of day in minutes; undefined if it may be in the morning or in the evening. In lower case: '5:30 pm'. */
export function parseTime(text: string | undefined): number | undefined {
  if (text === 'noon') return DAY / 2
  const [, hours = '', minutes, half] = times.exec(text ?? '') ?? []
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)]
  if (hours === '') return undefined
  if (half) return hour < 1 || hour > 12 ? undefined : ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute
  return minutes !== undefined && hours.length === 2 && hour < 24 ? hour * 60 + minute : undefined
}

function formatTime(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((number) => String(number).padStart(2, '0')).join(':')
}

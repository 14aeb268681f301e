import { DAY_MINUTES } from './today/clock.ts'

/*
 * Times of day and durations, from what people typed.
 * Job: read '5:30 pm', '1 hour 30 minutes', 'cook about 40 min'. People type these words, so they are no messages.
 * Invariants: nothing is guessed. '5:30' that may be morning or evening is not read.
 */

/** `label`: what is done meanwhile; '' if nothing says it. */
export type Duration = { minutes: number; label: string }

/** A time of day, as the text of a regular expression with three groups: hours, minutes, and am or pm. */
export const TIME = /(\d{1,2})(?::([0-5]\d))?\s*(am|pm)?|noon/.source
const NUMBER = /\d+(?:[.,]\d+)?\s?[½¼¾]?|[½¼¾]|(?:\d+ )?\d\/\d|half an?|an?|one|two|three/.source
const RANGE = `(?:(?:${NUMBER})\\s*(?:-|–|to)\\s*)?(${NUMBER})`
const HOURS = 'h|hr|hrs|hours?'
const MINUTES = 'min|mins|minutes?'

const LABEL =
  '(prep|preparation|preparing|cook|cooking|bake|baking|boiling|simmering|grill|grilling|resting|chopping|total)'
const during = new RegExp(
  `^(?:${LABEL}(?: time)?:? )?(?:takes |needs )?(?:about |around |approx\\.? |approximately |ca\\.? |~ ?)?` +
    `(?:${RANGE}\\s*(?:${HOURS}))?(?: ?${RANGE}\\s*(?:${MINUTES})?)?` +
    `(?: (?:of |to |in )?${LABEL}(?: time)?)?$`,
)
const inMinutes = new RegExp(`(?:${MINUTES})\\b`)

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

/** A duration and what it is for. In lower case; undefined if the text says anything else. */
export function readDuration(clause: string): Duration | undefined {
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
  if (text === 'noon') return DAY_MINUTES / 2
  const [, hours = '', minutes, half] = times.exec(text ?? '') ?? []
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)]
  if (hours === '') return undefined
  if (half) return hour < 1 || hour > 12 ? undefined : ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute
  return minutes !== undefined && hours.length === 2 && hour < 24 ? hour * 60 + minute : undefined
}

import { withoutEach } from './each.ts'
import type { FoodLine } from './food-plan.ts'
import { clausesOf, MAX_PEOPLE } from './notes.ts'
import { isMeasured, readSize } from './quantity.ts'
import type { Amount, LinePart, LineReading } from './reading.ts'
import { tokenize } from './tokens.ts'
import { isContainer } from './units.ts'

/*
 * For how many people the amount of a line was written.
 * Job: the number that somebody stored, or what the words say, or the servings of the meal.
 * Invariants: it never depends on who eats. A line for a diet and one for everyone else have the same base number, and
 *   so has the line for everyone, unless its words name fewer than the servings.
 */

type WrittenLine = Pick<FoodLine, 'for_whom' | 'written_for'>

/**
 * For how many people a line of a meal for `servings` was written; 0 if nobody knows. If the words of a line for
 * everyone name fewer than the servings, as in '12 veggie patties (for 6)', it is for some of them, and nobody has
 * chosen whom: it is as much as the whole meal needs.
 */
export function writtenForOf(line: WrittenLine, reading: LineReading, servings: number): number {
  if (isForEveryone(line)) return Math.max(positive(servings), wordsFor(reading, servings))
  return statedFor(line, reading, servings) || (line.for_whom.startsWith('except:') ? positive(servings) : 0)
}

/** The number that somebody stored for those whom a line is for, or that its words say; 0 if there is none. */
export function statedFor(
  { written_for }: Pick<FoodLine, 'written_for'>,
  reading: LineReading,
  servings: number,
): number {
  return positive(written_for) || wordsFor(reading, servings)
}

/** Then a stored number is one of those whom the line was for before. */
const isForEveryone = ({ for_whom }: Pick<FoodLine, 'for_whom'>) => for_whom === 'everyone' || for_whom === 'fixed'

/** Whether the servings of the meal say nothing about a line: it is for those of one diet, or for named people. */
export function isForSomeOnly({ for_whom }: Pick<FoodLine, 'for_whom'>): boolean {
  return for_whom === 'people' || for_whom.startsWith('only:')
}

/** For how many a line was written by its words: 6 in '(for 6)', 30 in '60 buns (2 each)'; 0 if they say nothing. */
export function wordsFor(reading: LineReading, servings: number): number {
  return positive(reading.writtenFor ?? 0) || dividedByEach(reading, servings)
}

/** The amount divided by what one person gets, if all amounts of the line say the same number. */
function dividedByEach({ parts }: LineReading, servings: number): number {
  const numbers = parts
    .filter(({ amount, isEach }) => amount !== null && !isEach)
    .map((part) => peopleOf(part, servings))
  const [first = 0] = numbers
  return numbers.every((number) => number === first) ? first : 0
}

/** What holds several of something: '8 platters sushi (4 each)'. */
const HOLDERS = /^(?:basket|platter|skewer|tray)s?\b/i

function peopleOf(part: LinePart, servings: number): number {
  const { amount, pack } = part
  const each = eachInRemark(part)
  // '16 packs buns (8 each)' may say what is in a pack.
  if (amount === null || each === null || pack !== null || isContainer(amount.unit)) return 0
  const people = Math.round(amount.value / each)
  const isWhole = Math.abs(people * each - amount.value) <= 1e-6 * amount.value
  // '2 kg chicken (200 g each)' may say what a piece weighs, '4 bunches radishes (4 each)' what is in a bunch.
  const isSure = (amount.unit === '' && !HOLDERS.test(part.item)) || people === servings
  return isWhole && isSure && people > 0 && people <= MAX_PEOPLE ? people : 0
}

/** What the remark of a part says that one person gets, in the unit of the part's amount: 2 in '60 buns (2 each)'. */
export function eachInRemark({ amount, remark }: LinePart): number | null {
  if (remark === '') return null
  const each = clausesOf(remark).map(readEach).find(Boolean)
  // Otherwise it is the size of a piece: '36 patties, 113 g each'.
  const isSameUnit = each && amount && (each.unit === amount.unit || (each.unit === '' && !isMeasured(amount.unit)))
  return isSameUnit ? each.value : null
}

/** '3 L each', '3 each', '2 per person'. Not '1 or 2 each'. */
export function readEach(clause: string): Amount | null {
  const { tokens, isEach } = withoutEach(tokenize(clause) ?? [])
  if (!isEach) return null
  const [number] = tokens
  if (tokens.length === 1 && number?.kind === 'number') return { value: number.value, unit: '' }
  const size = readSize(tokens)
  return size && !size.isApproximate ? size.amount : null
}

const positive = (count: number) => (Number.isFinite(count) && count > 0 ? count : 0)

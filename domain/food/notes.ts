import { withoutEach } from './each.ts'
import { isBeverage } from './items.ts'
import { readNumber } from './numbers.ts'
import { isMeasured, packsOf, readCountWord, readSize } from './quantity.ts'
import type { Amount, LinePart } from './reading.ts'
import { lowerOf, type Token, tokenize } from './tokens.ts'
import { isContainer } from './units.ts'
import { PEOPLE } from './words.ts'

/** A part that is being read. */
export interface Draft extends Omit<LinePart, 'remark'> {
  remarks: string[]
}

/** Most people that a line can be for. */
export const MAX_PEOPLE = 1000

/**
 * Adds what is in parentheses to a part: '(400 g each)', '(loaves of 18)', '(for 6)'. What says nothing of these is a
 * remark.
 * @returns for how many people it says that the line was written, or null
 */
export function addNote(part: Draft, note: string): number | null {
  let writtenFor: number | null = null
  for (const text of clausesOf(note)) {
    if (text !== '') writtenFor = addClause(part, text, tokenize(text) ?? []) ?? writtenFor
  }
  return writtenFor
}

/** The clauses of a remark. The comma of '1,5 kg' separates none. */
export function clausesOf(remark: string): string[] {
  return remark.split(/(?<!\d),|,(?!\d)|;/).map((clause) => clause.trim())
}

/** Adds one clause of a note. */
export function addClause(part: Draft, text: string, tokens: readonly Token[]): number | null {
  const people = readForPeople(tokens, true)
  if (people?.start === 0) return people.number
  if (people && lowerOf(tokens[people.start - 1]) === 'each') {
    part.remarks.push(text.slice(0, tokens[people.start - 1]?.at.end))
    return people.number
  }
  const rest = withoutEach(tokens)
  // '2 eggs (each)'
  if (part.amount && rest.isEach && rest.tokens.length === 0) part.isEach = true
  else if (!addSize(part, tokens) && !addPackOf(part, tokens) && !addPerContainer(part, tokens)) part.remarks.push(text)
  return null
}

/**
 * Finds 'for 24 people' at the end.
 * @param isAlone whether 'for 6' is enough, if nothing else is said
 */
export function readForPeople(tokens: readonly Token[], isAlone = false): { start: number; number: number } | null {
  const hasWord = PEOPLE.has(lowerOf(tokens.at(-1)))
  const start = tokens.length - (hasWord ? 3 : 2)
  const number = tokens[start + 1]
  if (lowerOf(tokens[start]) !== 'for' || number?.kind !== 'number') return null
  if (!hasWord && !(isAlone && start === 0)) return null
  return Number.isInteger(number.value) && number.value > 0 && number.value <= MAX_PEOPLE
    ? { start, number: number.value }
    : null
}

/** '540 mL each' of cans; '890 mL' of one jar. Of several without 'each' it may be the sum. */
function addSize(part: Draft, tokens: readonly Token[]): boolean {
  const { amount } = part
  const size = readSize(tokens)
  if (!size?.isOfPack || !amount || part.pack || !isContainer(amount.unit) || !Number.isInteger(amount.value))
    return false
  if (!size.isEach && (size.isApproximate || amount.value !== 1)) return false
  // 'a bottle of beer (12 oz)': fluid ounces
  if (size.isInOunces && isBeverage(part.item)) return false
  setPacks(part, amount, size.amount)
  return true
}

/** 'loaves of 18', 'packs of 500 g' */
function addPackOf(part: Draft, tokens: readonly Token[]): boolean {
  const container = readCountWord(tokens, 0)
  if (!container?.fits(2) || !part.amount || part.pack || lowerOf(tokens[container.next]) !== 'of') return false
  const size = sizeOfPack(tokens.slice(container.next + 1))
  if (!size || isMeasured(size.unit) !== isMeasured(part.amount.unit)) return false
  if (isMeasured(size.unit) && size.unit !== part.amount.unit) return false
  part.pack = { size: size.value, name: container.name }
  return true
}

function sizeOfPack(tokens: readonly Token[]): Amount | null {
  const measured = readSize(tokens)
  if (measured) return measured.isEach || measured.isApproximate ? null : measured.amount
  const number = readNumber(tokens, 0)
  const isWhole = number?.next === tokens.length && !number.isRange && Number.isInteger(number.value)
  return isWhole && number.value > 0 ? { value: number.value, unit: '' } : null
}

/** '6 per box' */
function addPerContainer(part: Draft, tokens: readonly Token[]): boolean {
  const [number, per, name] = tokens
  const { amount } = part
  if (number?.kind !== 'number' || !Number.isInteger(number.value) || number.value < 1) return false
  if (tokens.length !== 3 || lowerOf(per) !== 'per' || !amount || part.pack) return false
  const isOfPart = amount.unit !== '' && isContainer(amount.unit) && amount.unit.endsWith(lowerOf(name))
  if (!isOfPart || lowerOf(name) === '' || !Number.isInteger(amount.value)) return false
  setPacks(part, amount, { value: number.value, unit: '' })
  return true
}

function setPacks(part: Draft, containers: Amount, size: Amount): void {
  const { amount, pack } = packsOf(containers.value, { amount: size }, containers.unit, 0)
  part.amount = amount
  part.pack = pack
}

import { withoutBullets } from '../list-marker.ts'
import { onePersonAt, withoutEach } from './each.ts'
import { isBeverage, isItem, isOnlyAdjectives, isSureItem, itemOf, textOf } from './items.ts'
import { addClause, addNote, type Draft, readForPeople } from './notes.ts'
import { isNumberRemark, numberRemarkStart } from './number-remarks.ts'
import { isMeasured, packsOf, type Quantity, readQuantity, readSize } from './quantity.ts'
import type { LinePart, LineReading } from './reading.ts'
import { roundAmount } from './round-amount.ts'
import { type Segment, splitLine } from './segments.ts'
import { isMark, LENGTHS, lowerOf, type Token, tokenize } from './tokens.ts'
import { isContainer, isCountWord } from './units.ts'
import { isRemark, PARTS_OF_ITEMS } from './words.ts'
import { writeLine } from './write-line.ts'

/*
 * Reads a line of food.
 * Job: items with their amounts from what a person typed: '2 onions, 1 kg carrots and 500 g rice'.
 * Invariants: what can be read in two ways is not read, since a wrong number is worse than none. Takes linear time.
 * Failure: no parts. The line then stays a text.
 */

/** Longer lines are notes, not items. */
const MAX_LENGTH = 400
const MAX_WORDS_WITHOUT_AMOUNT = 6

const NOT_READ: LineReading = { parts: [], writtenFor: null }

/** A plan is computed again on each edit, in which nearly all lines are the same. */
const MAX_CACHED = 5000
const cache = new Map<string, LineReading>()

/**
 * Reads a line of ingredients or snacks.
 * @returns its items with their amounts; no parts if it is not understood for sure. Not to be changed: it is cached
 */
export function readLine(text: string): LineReading {
  const cached = cache.get(text)
  if (cached) return cached
  const reading = text.length > MAX_LENGTH ? NOT_READ : readNewLine(text)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(text, reading)
  return reading
}

function readNewLine(text: string): LineReading {
  const line = clean(text)
  const tokens = tokenize(line)
  if (!tokens || tokens.length === 0 || isHeading(text)) return NOT_READ
  const reading = new LineReader(line).read(splitLine(tokens))
  return reading?.parts.every(isWrittenTheSame) ? reading : NOT_READ
}

/**
 * Whether the canonical text says the same. 'D batteries 4' does not: '4 D batteries' may be in an unknown unit.
 */
function isWrittenTheSame(part: LinePart): boolean {
  if (!part.amount) return true
  const line = writeLine(part)
  const tokens = tokenize(line)
  const again = tokens && new LineReader(line).read(splitLine(tokens))?.parts
  return again?.length === 1 && isSamePart(part, again[0])
}

function isSamePart(one: LinePart, other: LinePart | undefined): boolean {
  const isSamePack = one.pack?.size === other?.pack?.size && one.pack?.name === other?.pack?.name
  const isSameAmount = one.amount?.value === other?.amount?.value && one.amount?.unit === other?.amount?.unit
  const isSameText = one.item === other?.item && one.remark === other.remark && one.isEach === other.isEach
  return isSamePack && isSameAmount && isSameText
}

/** Emoji with their modifiers, and marks that cannot be seen. */
const PICTURES = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cf}]|\ufe0f/gu
const ENDINGS = ' .!?…,;:'

/** The line without bullet, emoji and closing punctuation. */
function clean(text: string): string {
  let line = withoutBullets(text.normalize('NFC'))
  if (/[^\x20-\x7e]/.test(line)) line = line.replace(PICTURES, ' ').replace(/\s/gu, ' ').trim()
  let end = line.length
  while (end > 0 && ENDINGS.includes(line.charAt(end - 1))) end -= 1
  return line.slice(0, end)
}

/** 'For the pastry:' */
function isHeading(text: string): boolean {
  return text.trimEnd().endsWith(':')
}

/** A segment with an item, an amount, or both. */
interface Piece {
  item: string
  quantity: Quantity | null
  isEach: boolean
  /** Tokens outside of the amount, whose notes are about the item. */
  others: readonly Token[]
  remark: string
}

class LineReader {
  readonly #line: string
  readonly #parts: Draft[] = []
  readonly #writtenFor = new Set<number>()
  /** Words after a comma that may be a remark or a further item. */
  #unsure = 0
  /** If a remark has a number, what follows may belong to it: 'soaked in 2 L water and 1 cup salt'. */
  #hasNumberRemark = false

  constructor(line: string) {
    this.#line = line
  }

  /** null if the line is not understood. */
  read(segments: readonly Segment[]): LineReading | null {
    for (const [index, segment] of segments.entries()) {
      if (!this.#add(segment, segments[index + 1])) return null
    }
    const parts = this.#parts
    const isOne = parts.length === 1
    const hasAmounts = parts.every(({ amount }) => amount)
    if (this.#hasNumberRemark && !isOne) return null
    if (!(isOne || hasAmounts) || this.#unsure > (isOne && hasAmounts ? 1 : 0)) return null
    // '2 apples and 1 orange each (for 6)' does not say which of them.
    if (!isOne && (this.#writtenFor.size > 0 || parts.some(({ isEach }) => isEach !== parts[0]?.isEach))) return null
    if (isBreakdown(parts)) return null
    if (this.#writtenFor.size > 1 || !parts.every((part) => isPlausible(part, isOne))) return null
    const [writtenFor = null] = this.#writtenFor
    return {
      parts: parts.map(({ remarks, ...part }): LinePart => ({ ...part, remark: remarks.join(', ') })),
      writtenFor,
    }
  }

  #add({ separator, tokens }: Segment, next: Segment | undefined): boolean {
    const people = readForPeople(tokens)
    if (people) this.#writtenFor.add(people.number)
    const rest = people ? tokens.slice(0, people.start) : tokens
    const last = this.#parts.at(-1)
    if (rest.length === 0) return people !== null && last !== undefined
    // 'divided into 2 cups and 1/2 cup'
    if (last && this.#hasNumberRemark && separator === 'and' && readQuantity(rest, 0, true)?.next === rest.length) {
      last.remarks.push(`${last.remarks.pop()} and ${textOf(this.#line, rest)}`)
      return true
    }
    // 'Milk: 3 L, Eggs: 24'
    const isNamed = last?.amount && !hasNumber(tokens) && (next?.separator === ':' || next?.separator === '-')
    if (last && !isNamed && separator !== 'and' && separator !== ';') {
      const isAdded = this.#addToPart(last, rest, separator)
      if (isAdded !== null) return isAdded
    }
    return this.#addPart(rest, separator, next)
  }

  /** What follows an item after a comma, dash or colon: its amount or a remark. null if it is an item. */
  #addToPart(part: Draft, tokens: readonly Token[], separator: Segment['separator']): boolean | null {
    const { tokens: unit, isEach } = withoutEach(tokens)
    if (!part.amount) {
      const quantity = readQuantity(unit, 0, true)
      const notes = unit.slice(quantity?.next)
      if (quantity && notes.every(({ kind }) => kind === 'note')) {
        if (isWeightOfOne(part.item, quantity, tokens)) return false
        return this.#setAmount(part, quantity, isEach) && this.#addNotes(part, notes)
      }
    }
    if (separator === ':') return false
    const words = tokens.filter(({ kind }) => kind !== 'note')
    const size = readSize(words)
    if (size || isLength(words)) {
      const isSure = !size || size.isEach || size.isApproximate || !isMeasured(part.amount?.unit ?? 'g')
      if (isSure) addClause(part, textOf(this.#line, words), words)
      return isSure && this.#addNotes(part, tokens)
    }
    if (!hasNumber(tokens)) return this.#addRemark(part, tokens)
    return isNumberRemark(words) ? this.#addNumberRemark(part, tokens) : null
  }

  #addNumberRemark(part: Draft, tokens: readonly Token[]): boolean {
    // '4 tbsp oil, plus 2 tbsp for frying' needs six.
    if (lowerOf(tokens[0]) === 'plus' && part.amount?.unit === 'mL') return false
    this.#hasNumberRemark = true
    const words = tokens.filter(({ kind }) => kind !== 'note')
    part.remarks.push(textOf(this.#line, words))
    return this.#addNotes(part, tokens)
  }

  #addRemark(part: Draft, tokens: readonly Token[]): boolean | null {
    const words = tokens.filter(({ kind }) => kind !== 'note')
    const [first] = words
    // 'and a bunch of mint'
    if (readQuantity(words, 0)) return null
    // '6 slices bread, each'
    if (words.some((token) => ['each', 'per', 'pp', 'apiece'].includes(lowerOf(token)))) return false
    if (words.length > 0) {
      if (first?.kind !== 'word' || words.some(({ kind, text }) => kind === 'mark' && text === '×')) return false
      if (!isRemark(first.lower) && !(words.length > 1 && PARTS_OF_ITEMS.has(first.lower))) {
        if (words.length === 1 && first.lower.endsWith('s')) return false
        this.#unsure += 1
      }
      part.remarks.push(textOf(this.#line, words))
    }
    return this.#addNotes(part, tokens)
  }

  #addNotes(part: Draft, tokens: readonly Token[]): boolean {
    for (const token of tokens) {
      if (token.kind !== 'note') continue
      const people = addNote(part, token.text)
      if (people !== null) this.#writtenFor.add(people)
    }
    return true
  }

  #setAmount(part: Draft, { amount, pack, asides }: Quantity, isEach: boolean): boolean {
    part.remarks.push(...asides)
    part.amount = amount
    part.pack = pack
    part.isEach = isEach
    return true
  }

  #addPart(all: readonly Token[], separator: Segment['separator'], next: Segment | undefined): boolean {
    const end = numberRemarkStart(all)
    const tokens = end > 0 ? all.slice(0, end) : all
    const { tokens: rest, isEach } = withoutEach(tokens)
    const first = this.#readFirst(rest)
    const piece = first ?? this.#readJuice(rest) ?? this.#readLast(rest) ?? this.#readWithoutAmount(rest)
    if (!first && piece?.quantity && isWeightOfOne(piece.item, piece.quantity, tokens)) return false
    // 'BBQ: 2 kg ribs'; '1 kg ribs, 2 kg'
    if (!piece || separator === ':' || separator === '-') return false
    if (!piece.quantity && isEach) return false
    if (next?.separator === ',' && isOnlyAdjectives(piece.item)) return false
    const part: Draft = { item: piece.item, amount: null, isEach: false, pack: null, remarks: [] }
    if (piece.quantity) this.#setAmount(part, piece.quantity, isEach || piece.isEach)
    if (piece.remark) part.remarks.push(piece.remark)
    this.#parts.push(part)
    return this.#addNotes(part, piece.others) && (end <= 0 || this.#addNumberRemark(part, all.slice(end)))
  }

  /** '2 kg potatoes' */
  #readFirst(tokens: readonly Token[]): Piece | null {
    const quantity = readQuantity(tokens, 0)
    if (!quantity) return null
    let start = quantity.next
    if (lowerOf(tokens[start]) === 'of') {
      // '2 of us'
      if (quantity.amount.unit === '' && !quantity.pack && lowerOf(tokens[start - 1]) !== 'dozen') return null
      start += 1
    }
    const person = onePersonAt(tokens, start)
    const item = itemOf(this.#line, tokens.slice(person ?? start))
    if (!item || !isSureItem(item, quantity, tokens)) return null
    const piece = { item, isEach: person !== null, remark: '' }
    const bottles = quantity.pack && isBeverage(item) && withoutOunces(quantity, tokens)
    if (bottles) return { ...piece, quantity: bottles, others: [] }
    return { ...piece, quantity, others: tokens.slice(quantity.next) }
  }

  /** 'juice of 1 lemon', 'finely grated zest of 2 oranges' */
  #readJuice(tokens: readonly Token[]): Piece | null {
    const of = tokens.findIndex((token) => lowerOf(token) === 'of')
    if (!['juice', 'peel', 'rind', 'zest'].includes(lowerOf(tokens[of - 1]))) return null
    const piece = this.#readFirst(tokens.slice(of + 1))
    const isCounted = piece?.quantity?.amount.unit === ''
    return isCounted ? { ...piece, remark: textOf(this.#line, tokens.slice(0, of)) } : null
  }

  /** 'potatoes 2 kg', 'Eggs x 12', 'Pasta 500 g x 4' */
  #readLast(tokens: readonly Token[]): Piece | null {
    const start = tokens.findIndex(({ kind }, index) => index > 0 && (kind === 'number' || kind === 'packOf'))
    const isTimes = isMark(tokens[start - 1], '×')
    const item = start > 0 ? itemOf(this.#line, tokens.slice(0, isTimes ? start - 1 : start)) : null
    const read = item && readQuantity(tokens, start, true)
    if (!read || !isItem(item) || !isSureItem(item, read, tokens)) return null
    const quantity = withTimes(read, tokens) ?? read
    const { amount } = quantity
    // 'site 14', 'day 2': only a plural says that it is counted.
    if (amount.unit === '' && !quantity.pack && !isTimes && !isPlural(item)) return null
    const person = onePersonAt(tokens, quantity.next)
    const rest = tokens.slice(person ?? quantity.next).filter(({ kind }) => kind !== 'note')
    if (rest.length > 0 && !(isRemark(lowerOf(rest[0])) && itemOf(this.#line, rest))) return null
    const others = [...tokens.slice(0, start), ...tokens.slice(quantity.next)]
    return { item, quantity, isEach: person !== null, others, remark: textOf(this.#line, rest) }
  }

  #readWithoutAmount(tokens: readonly Token[]): Piece | null {
    const item = itemOf(this.#line, tokens)
    if (!item || !isItem(item) || item.split(' ').length > MAX_WORDS_WITHOUT_AMOUNT) return null
    const notes = tokens.filter(({ kind }) => kind === 'note')
    const quantity = amountInNote(tokens.at(-1))
    // 'burgers (20) and buns (20)'
    if (notes.some((note) => note !== tokens.at(-1) && (quantity || amountInNote(note)))) return null
    return { item, quantity, isEach: false, others: quantity ? tokens.slice(0, -1) : tokens, remark: '' }
  }
}

/** 'oil (1 L)'; 'oil (about 1 L)' is a remark. */
function amountInNote(note: Token | undefined): Quantity | null {
  const inner = note?.kind === 'note' ? note.tokens : null
  const quantity = inner && readQuantity(inner, 0, true)
  if (!quantity || quantity.isApproximate) return null
  return quantity.next === inner.length ? quantity : null
}

function hasNumber(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind }) => kind === 'number' || kind === 'packOf')
}

/** '12 burgers, 6 beef patties, 6 bean patties': the later ones are the first. */
function isBreakdown(parts: readonly Draft[]): boolean {
  const [first, ...others] = parts.map(({ amount }) => amount)
  const isSameUnit = others.every((amount) => amount?.unit === first?.unit)
  const sum = others.reduce((total, amount) => total + (amount?.value ?? 0), 0)
  return others.length > 1 && isSameUnit && sum === first?.value
}

/** Most of anything that one person gets. */
const MAX_EACH: Record<string, number> = { g: 1000, mL: 10_000 }
const MAX_COUNT_EACH = 50

/** Whether what was read makes sense as a whole. */
function isPlausible({ item, amount, isEach, remarks }: Draft, isOnly: boolean): boolean {
  if (!amount) return true
  // 'cream cheese, 8 oz, 2 pkgs'
  if ((!isOnly || remarks.length > 0) && isCountWord(item)) return false
  // 'cream cheese 8 oz (2)'
  if (!isContainer(amount.unit) && remarks.some((remark) => /^\d+$/.test(remark))) return false
  // '3/4 burgers' may be three or four.
  if (amount.unit === '' && amount.value < 1 && isPlural(item)) return false
  if (!isEach) return true
  // 'chicken 1.5 kg each' is the weight of one. '1 kg apples and pears each' may be one of each.
  return amount.value <= (MAX_EACH[amount.unit] ?? MAX_COUNT_EACH) && !/ (?:and|&) /i.test(item)
}

/** 'steaks 250 g each' may be what each of them weighs. */
function isWeightOfOne(item: string, { amount }: Quantity, tokens: readonly Token[]): boolean {
  return amount.unit === 'g' && isPlural(item) && tokens.some((token) => lowerOf(token) === 'each')
}

function isPlural(item: string): boolean {
  return /[^su]s$/i.test(item)
}

/** '2 bottles (12 oz) beer' are two bottles: these ounces are fluid. */
function withoutOunces({ amount, pack, ...quantity }: Quantity, tokens: readonly Token[]): Quantity | null {
  const notes = tokens.filter((token) => token.kind === 'note')
  if (!pack || !notes.some((note) => readSize(note.tokens)?.isInOunces)) return null
  const bottles = { value: roundAmount(amount.value / pack.size), unit: pack.name }
  return { ...quantity, amount: bottles, pack: null, asides: notes.map(({ text }) => text) }
}

/** 'Pasta 500 g x 4' */
function withTimes(quantity: Quantity, tokens: readonly Token[]): Quantity | null {
  const number = tokens[quantity.next + 1]
  if (!isMark(tokens[quantity.next], '×') || number?.kind !== 'number') return null
  const isNumber = Number.isInteger(number.value) && number.value > 0
  if (quantity.pack || !isMeasured(quantity.amount.unit) || !isNumber) return null
  return { ...packsOf(number.value, quantity, 'pack', quantity.next + 2), isApproximate: quantity.isApproximate }
}

/** '25 cm' */
function isLength(tokens: readonly Token[]): boolean {
  return tokens.length === 2 && tokens[0]?.kind === 'number' && LENGTHS.has(lowerOf(tokens[1]))
}

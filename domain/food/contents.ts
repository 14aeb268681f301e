import { type ContentTag, contentTags } from '../plan/meals.ts'
import { contentMarkers, contentWords, namedContents } from './content-words.ts'
import { memoByText } from './memo-by-text.ts'
import { plainText, singularForms } from './word-forms.ts'

/*
 * What a line contains, by its words.
 * Job: find words such as 'walnuts', and what the line says not to be in it: nut-free, without, no, vegan.
 * Invariants: in doubt a word counts. 'vegan' and 'nut-free' clear the goods that they name, nothing else in the line.
 * Failure: goods whose words are unknown contain nothing, so nobody may conclude that a line is safe.
 */

/** A word of a line that says what is in it. */
export interface Content {
  /** As typed. */
  word: string
  /** The bits of its tags. */
  tags: number
}

export function bitOf(tag: ContentTag): number {
  return 1 << contentTags.indexOf(tag)
}

function bitsOf(tags: string): number {
  return tags === '' ? 0 : tags.split(' ').reduce((bits, tag) => bits | bitOf(tag as ContentTag), 0)
}

const MEAT = bitOf('meat') | bitOf('gelatin')

/** What a phrase of the dictionary means. */
interface Phrase {
  tags: number
  /** What it takes from the goods that it belongs to; 0 if it is no marker. */
  clears: number
}

interface Dictionary {
  phrases: Map<string, Phrase>
  /** The words of all phrases, by which plurals are recognized. */
  words: Set<string>
  named: Set<string>
}

let dictionary: Dictionary | undefined

// Built when the first line is read, not while modules load.
function buildDictionary(): Dictionary {
  const phrases = new Map<string, Phrase>()
  const add = (phrase: string, { tags, clears }: Phrase) => {
    const known = phrases.get(phrase)
    phrases.set(phrase, { tags: (known?.tags ?? 0) | tags, clears: (known?.clears ?? 0) | clears })
  }
  for (const [tags, list] of contentWords) {
    const bits = bitsOf(tags)
    const asked = bits & MEAT ? bits | bitsOf('not_halal not_kosher') : bits
    for (const phrase of list.split(',')) add(phrase, { tags: asked, clears: 0 })
  }
  for (const [tags, list] of contentMarkers)
    for (const phrase of list.split(',')) add(phrase, { tags: 0, clears: bitsOf(tags) })
  const words = new Set([...phrases.keys()].flatMap((phrase) => phrase.split(' ')))
  return { phrases, words, named: new Set(namedContents.split(',')) }
}

/** What a line contains. Each text is read once. */
export const contentsOf = memoByText(readContents)

type Token =
  | { kind: 'food'; word: string; tags: number }
  | { kind: 'marker'; clears: number }
  | { kind: 'word'; word: string }
  | { kind: 'break'; end: BreakKind }

/** A comma or the like; 'and', 'with'; 'or', which leaves open what is meant. */
type BreakKind = 'strong' | 'weak' | 'or'

function readContents(text: string): readonly Content[] {
  dictionary ??= buildDictionary()
  const segments = splitIntoSegments(markNegations(findPhrases(text, dictionary), dictionary))
  return segments.flatMap((segment, index) => contentsOfSegment(segment, segments[index + 1]))
}

const WORDS = /\d+(?:[.,]\d+)*|[\p{L}\p{N}]+|\p{Extended_Pictographic}|[,;:./()+&?\n]/gu
const PUNCTUATION = /^[,;:./()+&?\n]$/
/** 'gluten- and dairy-free', 'gluten and dairy free' */
const SHARED_FREE =
  /\b(gluten|dairy|lactose|nut|egg|soy)(?:-|(?<=gluten|dairy|lactose))(\s*(?:and|or|&|,)\s*)(?=[a-z]+[- ]free\b)/g
/** 'Almond-free' says what 'almonds free' does not. */
const HYPHEN_FREE = 'hyphenfree'
const MAX_PHRASE_WORDS = 4

/** The phrases of a text, the longest that match, and the words between them. */
function findPhrases(text: string, { phrases, words }: Dictionary): Token[] {
  const plain = plainText(text)
    .replace(/\bw\/o\b|\bsans\b/g, 'without')
    .replace(/\bw\//g, 'with ')
    .replace(SHARED_FREE, '$1 free$2')
    .replace(/-free\b/g, ` ${HYPHEN_FREE}`)
    .replace(/['’]s\b|['’]/g, '')
  const typed = plain.match(WORDS) ?? []
  const normal = typed.map((word) => singularForms(word).find((form) => words.has(form)) ?? word)
  const tokens: Token[] = []
  for (let at = 0; at < typed.length; ) {
    const length = matchLength(normal, at, phrases)
    const phrase = phrases.get(normal.slice(at, at + length).join(' '))
    const word = typed.slice(at, at + length).join(' ')
    if (phrase === undefined) tokens.push(PUNCTUATION.test(word) ? breakAt(word) : { kind: 'word', word })
    else if (phrase.clears) tokens.push({ kind: 'marker', clears: phrase.clears })
    else tokens.push({ kind: 'food', word, tags: phrase.tags })
    at += length
  }
  return tokens
}

function matchLength(words: readonly string[], at: number, phrases: ReadonlyMap<string, Phrase>): number {
  for (let length = MAX_PHRASE_WORDS; length > 1; length--)
    if (at + length <= words.length && phrases.has(words.slice(at, at + length).join(' '))) return length
  return 1
}

function breakAt(word: string): Token {
  // What is asked is not said.
  if (word === '?') return { kind: 'word', word }
  return { kind: 'break', end: word === '/' ? 'or' : word === '&' || word === '+' ? 'weak' : 'strong' }
}

const breakWords = new Map<string, BreakKind>([
  ['or', 'or'],
  ...['and', 'with', 'plus', 'for', 'in', 'on'].map((word) => [word, 'weak'] as const),
])
const fillers = new Set(['any', 'added', 'the', 'tree', 'all', 'a'])
/** After these, a marker says nothing: 'not vegan', 'some vegan', 'for vegans'. */
const doubts = new Set('not,non,isnt,longer,some,half,partly,mostly,few,one,maybe,optional,for'.split(','))
const doubtsAfter = new Set('?,option,options,optional,alternative,version,if,available'.split(','))

/** Turns 'nut-free', 'without nuts' and 'no nuts' into markers. */
function markNegations(tokens: readonly Token[], dictionary: Dictionary): Token[] {
  const { named } = dictionary
  const marked: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.kind === 'food' && isFreeAfter(tokens, at, named)) {
      marked.push({ kind: 'marker', clears: isNamed(token.word, named) ? clearedBy(token) : 0 })
      at++
    } else if (isNegation(tokens, at)) {
      const { end, negated } = negatedFrom(tokens, at + 1)
      const clears = negated
        .filter(({ word }) => isNamed(word, named))
        .reduce((bits, food) => bits | clearedBy(food), 0)
      if (clears) marked.push({ kind: 'marker', clears })
      marked.push(...negated.flatMap((food) => remainderOf(food, dictionary)))
      // What follows is not in it, or the word says nothing of contents: 'no-bake'.
      at = Math.max(at, end - 1)
    } else marked.push(token)
  }
  return marked.flatMap((token, at) => doubted(token, marked[at - 1], marked[at + 1]))
}

function wordOf(token: Token | undefined): string {
  return token?.kind === 'word' || token?.kind === 'food' ? token.word : ''
}

/** Whether a food is not in it by what follows: 'nut free', but not 'eggs free range'. */
function isFreeAfter(tokens: readonly Token[], at: number, named: ReadonlySet<string>): boolean {
  const [word, next] = [wordOf(tokens[at + 1]), wordOf(tokens[at + 2])]
  if (['range', 'run', 'from', 'of'].includes(next)) return false
  return word === HYPHEN_FREE || (word === 'free' && isNamed(wordOf(tokens[at]), named))
}

/** Whether the words at a place say that what follows is not in it. */
function isNegation(tokens: readonly Token[], at: number): boolean {
  const [before, word, after] = [wordOf(tokens[at - 1]), wordOf(tokens[at]), wordOf(tokens[at + 1])]
  if (word === 'free') return after === 'from' || after === 'of'
  return (word === 'without' && before !== 'or') || word === 'no'
}

type Food = Extract<Token, { kind: 'food' }>

/** The foods that are negated from a place on: one, and more after 'or'. */
function negatedFrom(tokens: readonly Token[], start: number): { end: number; negated: Food[] } {
  const negated: Food[] = []
  let [at, end] = [start, start]
  while (at < tokens.length) {
    while (fillers.has(wordOf(tokens[at])) || ['from', 'of'].includes(wordOf(tokens[at]))) at++
    const token = tokens[at]
    if (token?.kind !== 'food') break
    negated.push(token)
    end = ++at
    if (!['or', 'nor'].includes(wordOf(tokens[at]))) break
    at++
  }
  return { end, negated }
}

/** 'No egg noodles' may be noodles without eggs. */
function remainderOf(food: Food, { phrases, named }: Dictionary): Food[] {
  const [first = ''] = food.word.split(' ')
  if (first === food.word || !isNamed(first, named)) return []
  const tags = food.tags & ~(phrases.get(first)?.tags ?? 0)
  return tags ? [{ ...food, tags }] : []
}

function isNamed(word: string, named: ReadonlySet<string>): boolean {
  return singularForms(word).some((form) => named.has(form))
}

/** 'Meat-free' has no pork either, but what has no pork may have other meat. */
function clearedBy({ word, tags }: Food): number {
  if (word === 'pork') return bitOf('pork')
  return tags & bitOf('meat') ? tags | bitOf('pork') : tags
}

/** A marker that is asked or denied clears nothing. */
function doubted(token: Token, before: Token | undefined, after: Token | undefined): Token[] {
  if (token.kind !== 'marker') return [token]
  return doubts.has(wordOf(before)) || doubtsAfter.has(wordOf(after)) ? [{ kind: 'word', word: 'perhaps' }] : [token]
}

interface Segment {
  tokens: Token[]
  /** undefined at the end of the text. */
  end: BreakKind | undefined
}

function splitIntoSegments(tokens: readonly Token[]): Segment[] {
  const segments: Segment[] = [{ tokens: [], end: undefined }]
  for (const token of tokens) {
    const last = segments.at(-1) as Segment
    const end = token.kind === 'break' ? token.end : token.kind === 'word' ? breakWords.get(token.word) : undefined
    if (end === undefined) last.tokens.push(token)
    else if (last.tokens.length > 0) {
      last.end = end
      segments.push({ tokens: [], end: undefined })
    } else if (segments.length > 1 && end === 'strong') (segments.at(-2) as Segment).end = end
  }
  return joinMarkers(segments.filter(({ tokens: some }) => some.length > 0))
}

const isMarkers = (tokens: readonly Token[]) =>
  tokens.every((token) => token.kind === 'marker' || fillers.has(wordOf(token)))
const isOnlyMarkers = ({ tokens }: Segment) => isMarkers(tokens)

/** 'vegan, gluten-free muffins': markers belong together. */
function joinMarkers(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = []
  for (const segment of segments) {
    const last = joined.at(-1)
    if (last && isOnlyMarkers(last) && segment.tokens[0]?.kind === 'marker') {
      last.tokens.push(...segment.tokens)
      last.end = segment.end
    } else joined.push({ ...segment })
  }
  return joined
}

/** @param next the segment that follows: 'muffins, nut-free' clears the muffins */
function contentsOfSegment({ tokens, end }: Segment, next: Segment | undefined): Content[] {
  const last = tokens.findLastIndex(({ kind }) => kind === 'food')
  const behind = tokens.slice(last + 1)
  const isClear = next && isOnlyMarkers(next) && (next.end === undefined || next.end === 'strong')
  // 'Sausages vegan or beef' and 'sausages, 6 vegan' are not all vegan.
  const after = (isClear ? clearsOf(next.tokens) : 0) | (isMarkers(behind) && end !== 'or' ? clearsOf(behind) : 0)
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'food') return []
    const tags = token.tags & ~(clearsOf(tokens.slice(0, at)) | (at === last ? after : 0))
    return tags ? [{ word: token.word, tags }] : []
  })
}

function clearsOf(tokens: readonly Token[]): number {
  return tokens.reduce((bits, token) => (token.kind === 'marker' ? bits | token.clears : bits), 0)
}

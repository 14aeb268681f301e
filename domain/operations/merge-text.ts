import { diffTexts, type Hunk } from './text-diff.ts'
import type { WorkBudget } from './work-budget.ts'

/*
 * Merges two people's changes to one text.
 * Job: apply the change from `was` to `to` to the current text, line by line. In a line that both changed, the changes
 *   are joined if words that both left unchanged lie between them. Otherwise both lines stay whole, theirs (`now`)
 *   first.
 * Invariants: each word that either typed is in the result. What either removed is not, unless the other changed that
 *   very line. An identical line, and an identical change within a line, appears once.
 * Failure: if there is too much to compare, the result is both texts, one after the other.
 */

/** Splitting and joining this many characters costs as much as one comparison. */
const CHARACTERS_PER_STEP = 2

export interface MergedText {
  text: string
  /** Whether both changed the same line in a way that could not be joined, so that both lines stay. */
  hasBothLines: boolean
}

/**
 * @param was the text before the change
 * @param now the current text
 * @param to the text after the change
 */
export function mergeText(was: string, now: string, to: string, work: WorkBudget): MergedText {
  if (now === was || now === to) return { text: to, hasBothLines: false }
  if (to === was) return { text: now, hasBothLines: false }
  if (!work.take((was.length + now.length + to.length) / CHARACTERS_PER_STEP))
    return { text: `${now}\n${to}`, hasBothLines: true }
  const [wasLines, nowLines, toLines] = [was, now, to].map(linesOf) as [string[], string[], string[]]
  const theirs = sideOf(wasLines, nowLines, work)
  const mine = theirs && sideOf(wasLines, toLines, work)
  const merged = mine && mergeSides(wasLines, theirs, mine, work)
  if (!merged) return { text: joined(concatenate(nowLines, toLines)), hasBothLines: true }
  return { text: joined(merged.lines), hasBothLines: merged.hasBothLines }
}

/** Whether `now` already has every word that the change from `was` to `to` added. */
export function includesAddedWords(was: string, now: string, to: string): boolean {
  const added = addedWords(was, to)
  const present = addedWords(was, now)
  return added.size > 0 && [...added].every(([word, times]) => (present.get(word) ?? 0) >= times)
}

/** The words that `text` has and `was` lacks, with their counts. */
function addedWords(was: string, text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of text.match(/\S+/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const word of was.match(/\S+/g) ?? []) {
    const times = counts.get(word) ?? 0
    if (times > 1) counts.set(word, times - 1)
    else counts.delete(word)
  }
  return counts
}

/** What one person made of the lines. */
interface Side {
  /** Each line as it is now, perhaps with other words; undefined if it was removed or replaced. */
  lines: (string | undefined)[]
  /** The lines that replace each line. */
  instead: (readonly string[])[]
  /** The lines that were added before each line and, last, at the end. */
  added: (readonly string[])[]
  /** The keys of all lines that are not kept or changed ones. */
  newKeys: ReadonlySet<string>
}

const NONE: readonly string[] = []

/** @returns undefined if there is too much to compare */
function sideOf(was: readonly string[], pieces: readonly string[], work: WorkBudget): Side | undefined {
  const hunks = diffTexts(was.map(lineIn), pieces.map(lineIn), work)
  if (!hunks) return undefined
  const lines: (string | undefined)[] = []
  const instead: (readonly string[])[] = was.map(() => NONE)
  const added: (readonly string[])[] = [...was, ''].map(() => NONE)
  const newKeys = new Set<string>()
  let at = 0
  let newAt = 0
  const replace = (end: number, newEnd: number) => {
    for (const piece of pieces.slice(newAt, newEnd)) newKeys.add(keyOf(piece))
    for (; at < end && newAt < newEnd; at++, newAt++) instead[at] = [pieces[newAt] as string]
    if (newAt < newEnd) added[end] = pieces.slice(newAt, newEnd)
    at = end
    newAt = newEnd
  }
  for (const hunk of [
    ...hunks,
    { start: was.length, end: was.length, newStart: pieces.length, newEnd: pieces.length },
  ]) {
    for (; at < hunk.start; at++, newAt++) lines[at] = pieces[newAt]
    for (const [index, newIndex] of changedLines(was, pieces, hunk, work)) {
      replace(index, newIndex)
      lines[at++] = pieces[newAt++]
    }
    replace(hunk.end, hunk.newEnd)
  }
  return { lines, instead, added, newKeys }
}

/**
 * The lines within a hunk that were changed, each with its index in both texts. A line of which less than half survives
 * was replaced. So were all lines, if there is too much to compare.
 */
function changedLines(
  was: readonly string[],
  pieces: readonly string[],
  { start, end, newStart, newEnd }: Hunk,
  work: WorkBudget,
): [number, number][] {
  const changed: [number, number][] = []
  const shareOf = memoShares(work)
  let from = newStart
  for (let index = start; index < end; index++) {
    let best: { newIndex: number; share: number } | undefined
    for (let newIndex = from; newIndex < newEnd; newIndex++) {
      if (!work.take(1)) return []
      const share = shareOf(was[index] as string, pieces[newIndex] as string)
      if (share === undefined) return []
      // Of equal ones the last: that of a person who wrote before is added before it.
      if (share >= HALF && share >= (best?.share ?? 0)) best = { newIndex, share }
    }
    if (!best) continue
    changed.push([index, best.newIndex])
    from = best.newIndex + 1
  }
  return changed
}

const HALF = 0.5

/** What comparing two lines costs beside their words. */
const STEPS_PER_PAIR = 10

/** Like `survivingShare`, which compares equal pairs of lines once: a list may have thousands of equal lines. */
function memoShares(work: WorkBudget): (was: string, piece: string) => number | undefined {
  const shares = new Map<string, Map<string, number>>()
  return (was, piece) => {
    const known = shares.get(was) ?? new Map<string, number>()
    shares.set(was, known)
    const share = known.get(piece) ?? (work.take(STEPS_PER_PAIR) ? survivingShare(was, piece, work) : undefined)
    if (share !== undefined) known.set(piece, share)
    return share
  }
}

/** How much of a line survives in another, as a share of its characters. @returns undefined if the budget is used up */
function survivingShare(was: string, piece: string, work: WorkBudget): number | undefined {
  const words = wordsOf(lineIn(was))
  const hunks = changesIn(words, wordsOf(lineIn(piece)), work)
  if (!hunks) return undefined
  const removed = hunks.reduce((sum, { start, end }) => sum + lengthOf(words.slice(start, end)), 0)
  const length = lengthOf(words)
  return length === 0 ? 0 : 1 - removed / length
}

/** The changes from one line's words to another's, without coincidental matches between two changes. */
function changesIn(was: readonly string[], words: readonly string[], work: WorkBudget): Hunk[] | undefined {
  const hunks = diffTexts(was.map(keyOf), words.map(keyOf), work)
  if (!hunks) return undefined
  const changes: Hunk[] = []
  for (let hunk of hunks) {
    for (let last = changes.at(-1); last && isCoincidence(was, words, last, hunk); last = changes.at(-1)) {
      changes.pop()
      hunk = { ...last, end: hunk.end, newEnd: hunk.newEnd }
    }
    changes.push(hunk)
  }
  return changes
}

/** Whether the words between two changes are no longer than either change, so that they may match by chance. */
function isCoincidence(was: readonly string[], words: readonly string[], first: Hunk, second: Hunk): boolean {
  const unchanged = lengthOf(was.slice(first.end, second.start))
  return [first, second].every(
    ({ start, end, newStart, newEnd }) =>
      unchanged <= Math.max(lengthOf(was.slice(start, end)), lengthOf(words.slice(newStart, newEnd))),
  )
}

const lengthOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + keyOf(word).length, 0)

interface Merged {
  lines: string[]
  hasBothLines: boolean
}

function mergeSides(was: readonly string[], theirs: Side, mine: Side, work: WorkBudget): Merged | undefined {
  const lines: string[] = []
  let hasBothLines = false
  for (let at = 0; at <= was.length; at++) {
    const added = union(theirs.added[at] as readonly string[], mine.added[at] as readonly string[], work)
    if (!added) return undefined
    lines.push(...added)
    if (at === was.length) break
    const line = mergeLine(was[at] as string, at, theirs, mine, work)
    if (!line) return undefined
    lines.push(...line.lines)
    hasBothLines ||= line.hasBothLines
  }
  return { lines, hasBothLines }
}

/** Merges one line. An edit beats a removal. */
function mergeLine(was: string, at: number, theirs: Side, mine: Side, work: WorkBudget): Merged | undefined {
  const [their, my] = [theirs.lines[at], mine.lines[at]]
  const [theirInstead, myInstead] = [theirs.instead[at] as readonly string[], mine.instead[at] as readonly string[]]
  const isChanged = (line: string | undefined) => line !== undefined && lineIn(line) !== lineIn(was)
  if (their !== undefined && my !== undefined) {
    const one = joinedLine(was, their, my, work)
    if (one !== undefined) return { lines: [one], hasBothLines: false }
    // Somebody's copy of this change may have arrived already.
    return { lines: theirs.newKeys.has(keyOf(my)) ? [their] : [their, my], hasBothLines: true }
  }
  const instead = union(theirInstead, myInstead, work)
  if (!instead) return undefined
  const hasBothInstead = theirInstead.length > 0 && myInstead.length > 0 && instead.length > 1
  if (isChanged(their)) return { lines: [their as string, ...myInstead], hasBothLines: myInstead.length > 0 }
  if (!isChanged(my) || theirs.newKeys.has(keyOf(my as string)))
    return { lines: [...instead], hasBothLines: hasBothInstead }
  return { lines: [...theirInstead, my as string], hasBothLines: theirInstead.length > 0 }
}

/**
 * Joins two changes to one line.
 * @returns undefined if they touch or neighbour each other and differ, or if there is too much to compare
 */
function joinedLine(was: string, their: string, my: string, work: WorkBudget): string | undefined {
  const end = endOf(my) === endOf(was) ? endOf(their) : endOf(my)
  const [wasText, theirText, myText] = [was, their, my].map(lineIn) as [string, string, string]
  if (theirText === myText || myText === wasText) return theirText + end
  if (theirText === wasText) return myText + end
  const [words, theirWords, myWords] = [wasText, theirText, myText].map(wordsOf) as [string[], string[], string[]]
  const theirChanges = changesIn(words, theirWords, work)
  const myChanges = changesIn(words, myWords, work)
  if (!theirChanges || !myChanges) return undefined
  const theirs = theirChanges.map((change) => ({ ...change, pieces: theirWords.slice(change.newStart, change.newEnd) }))
  const mine = myChanges.map((change) => ({ ...change, pieces: myWords.slice(change.newStart, change.newEnd) }))
  const isNew = (change: Change) => !theirs.some((their) => isSame(their, change))
  if (mine.some((my) => theirs.some((their) => touch(their, my) && !isSame(their, my)))) return undefined
  const changes = [...theirs, ...mine.filter(isNew)].sort((a, b) => a.start - b.start)
  const [theirKept, myKept] = [keptPieces(words, theirWords, theirs), keptPieces(words, myWords, mine)]
  const kept = words.map((word, at) => (myKept[at] === word ? theirKept[at] : myKept[at]) as string)
  const pieces: string[] = []
  let at = 0
  for (const { start, end: changeEnd, pieces: changed } of changes) {
    pieces.push(...kept.slice(at, start), ...changed)
    at = changeEnd
  }
  return joined([...pieces, ...kept.slice(at)]) + end
}

type Change = Hunk & { pieces: readonly string[] }

const touch = (a: Hunk, b: Hunk): boolean => a.start <= b.end && b.start <= a.end

function isSame(a: Change, b: Change): boolean {
  return a.start === b.start && a.end === b.end && a.pieces.map(keyOf).join(' ') === b.pieces.map(keyOf).join(' ')
}

/** The pieces that are outside of all changes, each at its former index. */
function keptPieces(was: readonly string[], pieces: readonly string[], changes: readonly Hunk[]): string[] {
  const kept: string[] = []
  let at = 0
  let newAt = 0
  for (const { start, end, newEnd } of [...changes, { start: was.length, end: was.length, newEnd: 0 }]) {
    for (; at < start; at++) kept[at] = pieces[newAt++] as string
    at = end
    newAt = newEnd
  }
  return kept
}

/*
 * Every piece, including the last, ends with the space that separates it from the next. Any further space, such as a
 * line that somebody has just begun, counts as their text and is not mistaken for a separator.
 */

/** The lines of a text, each with its line break and the empty lines after it. An empty text has none. */
function linesOf(text: string): string[] {
  const lines: string[] = []
  if (text === '') return lines
  for (const line of text.split('\n')) {
    const before = line.trim() === '' ? lines.pop() : undefined
    lines.push(`${before ?? ''}${line}\n`)
  }
  return lines
}

/** The words of a text, each with the space after it. */
const wordsOf = (text: string): string[] => (text === '' ? [] : (`${text} `.match(/^\s+|\S+\s*/g) ?? []))

const joined = (pieces: readonly string[]): string => pieces.join('').slice(0, -1)

/** What counts when two lines or words are compared: everything but the space at the end. */
const keyOf = (piece: string): string => piece.trimEnd()

/** The line break of a line, and the empty lines after it. */
const endOf = (piece: string): string => piece.slice(piece.indexOf('\n'))

/**
 * A line without its break and the empty lines after it. Space at its end counts: somebody's next word begins there.
 */
const lineIn = (piece: string): string => piece.slice(0, piece.indexOf('\n'))

/** The pieces of both lists. What both have, in the same order, appears once. */
function union(now: readonly string[], to: readonly string[], work: WorkBudget): readonly string[] | undefined {
  const hunks = diffTexts(now.map(keyOf), to.map(keyOf), work)
  if (!hunks) return undefined
  const all: string[] = []
  let at = 0
  for (const { end, newStart, newEnd } of hunks) {
    all.push(...now.slice(at, end), ...to.slice(newStart, newEnd))
    at = end
  }
  return [...all, ...now.slice(at)]
}

/** The lines that both begin and end with and, between them, both texts. */
function concatenate(now: readonly string[], to: readonly string[]): string[] {
  const limit = Math.min(now.length, to.length)
  let start = 0
  while (start < limit && keyOf(now[start] as string) === keyOf(to[start] as string)) start++
  let end = 0
  while (end < limit - start && keyOf(now.at(-1 - end) as string) === keyOf(to.at(-1 - end) as string)) end++
  return [...now.slice(0, now.length - end), ...to.slice(start)]
}

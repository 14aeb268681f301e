import { diffTexts, type Hunk } from './text-diff.ts'
import type { WorkBudget } from './work-budget.ts'

/*
 * Merges two people's changes to one text.
 * Job: apply the change from `was` to `to` to the current text: by lines and, in lines that both changed, by words.
 * Invariants: what either of them wrote is in the result once. What either removed is not, unless the other rewrote
 *   that very line. Where both wrote, both texts follow each other, theirs (`now`) first; an identical text appears
 *   once.
 * Failure: if there is too much to compare, the result is both texts, one after the other.
 */

/** Splitting and joining this many characters costs as much as one comparison. */
const CHARACTERS_PER_STEP = 2

/**
 * @param was the text before the change
 * @param now the current text
 * @param to the text after the change
 */
export function mergeText(was: string, now: string, to: string, work: WorkBudget): string {
  if (now === was || now === to) return to
  if (to === was) return now
  if (!work.take((was.length + now.length + to.length) / CHARACTERS_PER_STEP)) return `${now}\n${to}`
  const [wasLines, nowLines, toLines] = [was, now, to].map(linesOf) as [string[], string[], string[]]
  const merged = mergePieces({ was: wasLines, now: nowLines, to: toLines }, work, lineIn, mergeLines)
  return joined(merged ?? concatenate(nowLines, toLines))
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

/** One text in pieces: before the change, now, and after the change. */
interface Versions {
  was: readonly string[]
  now: readonly string[]
  to: readonly string[]
}

/** A place that both changed, and what each wrote there. */
interface Conflict extends Versions {
  theirs: readonly string[]
  mine: readonly string[]
}

function mergeLines({ was, now, to, theirs, mine }: Conflict, work: WorkBudget): readonly string[] | undefined {
  // An edit beats a removal.
  if (theirs.length === 0 || mine.length === 0) return [...theirs, ...mine]
  const [wasWords, nowWords, toWords] = [was, now, to].map((lines) => wordsOf(joined(lines))) as [
    string[],
    string[],
    string[],
  ]
  const known = new Set(wasWords.map(keyOf))
  const keepsAny = (words: string[]) => words.some((word) => known.has(keyOf(word)))
  // A side that kept none of the words has written a new text.
  if (!keepsAny(nowWords) || !keepsAny(toWords)) return union(theirs, mine, work)
  const merged = mergePieces({ was: wasWords, now: nowWords, to: toWords }, work, keyOf, mergeWords)
  return merged && [`${joined(merged)}\n`]
}

const mergeWords = ({ theirs, mine }: Conflict): readonly string[] => {
  const isAlike = theirs.map(keyOf).join(' ') === mine.map(keyOf).join(' ')
  return isAlike ? mine : [...theirs, ...mine]
}

/*
 * Every piece, including the last, ends with the space that separates it from the next. Any further space, such as a
 * line that somebody has just begun, counts as their text and is not mistaken for a separator.
 */

/** The lines of a text, each with its line break and the empty lines after it. */
function linesOf(text: string): string[] {
  const lines: string[] = []
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

/** What one side made of the pieces: its changes, and the new index of each piece that it kept. */
interface Side {
  pieces: readonly string[]
  hunks: readonly Hunk[]
  newIndexes: readonly number[]
}

/**
 * Merges what both sides made of a list of pieces.
 * @param key what counts when two pieces are compared
 * @param mergePlace merges a place that both sides changed; returns undefined if that exceeds the budget
 * @returns undefined if there is too much to compare
 */
function mergePieces(
  { was, now, to }: Versions,
  work: WorkBudget,
  key: (piece: string) => string,
  mergePlace: (place: Conflict, work: WorkBudget) => readonly string[] | undefined,
): string[] | undefined {
  const keys = was.map(key)
  const theirs = sideOf(keys, now, key, work)
  const mine = theirs && sideOf(keys, to, key, work)
  if (!mine) return undefined

  const merged: string[] = []
  let at = 0
  let before: Written | undefined
  const copyUntil = (end: number) => {
    for (; at < end; at++) {
      const [their, my] = [
        theirs.pieces[theirs.newIndexes[at] as number],
        mine.pieces[mine.newIndexes[at] as number],
      ] as [string, string]
      merged.push(my === was[at] ? their : my)
    }
  }
  for (const { start, end, their, my } of placesOf(theirs.hunks, mine.hunks)) {
    copyUntil(start)
    at = end
    const [theirWritten, myWritten] = [writtenIn(theirs, their), writtenIn(mine, my)]
    const next = { start, end, their: theirWritten, my: myWritten }
    const isAdded = my.length === 0 || their.length === 0 ? isRepeated(before, next) : false
    before = next
    if (isAdded) continue
    if (my.length === 0) merged.push(...theirWritten)
    else if (their.length === 0) merged.push(...myWritten)
    else {
      const versions = {
        was: was.slice(start, end),
        now: piecesOf(theirs, their, start, end),
        to: piecesOf(mine, my, start, end),
      }
      const both = mergePlace({ ...versions, theirs: theirWritten, mine: myWritten }, work)
      if (!both) return undefined
      merged.push(...both)
    }
  }
  copyUntil(was.length)
  return merged
}

interface Written {
  start: number
  end: number
  their: readonly string[]
  my: readonly string[]
}

/** Whether one side only adds what the other's change right before it ends with: then both have added the same. */
function isRepeated(before: Written | undefined, { start, end, their, my }: Written): boolean {
  if (!before || before.end !== start || start !== end) return false
  const [added, written] = their.length > 0 ? [their, before.my] : [my, before.their]
  const tail = written.slice(written.length - added.length)
  return (
    added.length > 0 &&
    tail.length === added.length &&
    tail.every((piece, at) => keyOf(piece) === keyOf(added[at] as string))
  )
}

const writtenIn = ({ pieces }: Side, hunks: readonly Hunk[]): readonly string[] =>
  hunks.flatMap(({ newStart, newEnd }) => pieces.slice(newStart, newEnd))

function sideOf(
  was: readonly string[],
  pieces: readonly string[],
  key: (piece: string) => string,
  work: WorkBudget,
): Side | undefined {
  const hunks = diffTexts(was, pieces.map(key), work)
  if (!hunks) return undefined
  const newIndexes: number[] = []
  let at = 0
  let newAt = 0
  for (const { start, end, newEnd } of [...hunks, { start: was.length, end: was.length, newEnd: 0 }]) {
    for (; at < start; at++) newIndexes[at] = newAt++
    at = end
    newAt = newEnd
  }
  return { pieces, hunks, newIndexes }
}

/** What a side has in place of the pieces from `start` up to `end`. */
function piecesOf({ pieces, newIndexes }: Side, hunks: readonly Hunk[], start: number, end: number): readonly string[] {
  const [first, last] = [hunks[0], hunks.at(-1)]
  const from = first?.start === start ? first.newStart : (newIndexes[start] as number)
  const to = last?.end === end ? last.newEnd : (newIndexes[end - 1] as number) + 1
  return pieces.slice(from, to)
}

interface Place {
  start: number
  end: number
  their: Hunk[]
  my: Hunk[]
}

/** The changed places, in order. Changes that overlap, or that add to the same point, form one place. */
function placesOf(theirs: readonly Hunk[], mine: readonly Hunk[]): Place[] {
  const all = [
    ...theirs.map((hunk) => ({ hunk, by: 'their' as const })),
    ...mine.map((hunk) => ({ hunk, by: 'my' as const })),
  ]
  all.sort((a, b) => a.hunk.start - b.hunk.start || a.hunk.end - b.hunk.end)
  const places: Place[] = []
  for (const { hunk, by } of all) {
    const last = places.at(-1)
    const isSamePoint = last?.start === hunk.start && last.end === hunk.end
    if (last && (hunk.start < last.end || isSamePoint)) {
      last.end = Math.max(last.end, hunk.end)
      last[by].push(hunk)
    } else places.push({ start: hunk.start, end: hunk.end, their: [], my: [], [by]: [hunk] })
  }
  return places
}

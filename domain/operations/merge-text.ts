import { diffTexts, type Hunk } from './text-diff.ts'
import type { WorkBudget } from './work-budget.ts'

/*
 * Two people's changes to one text.
 * Job: what was changed from `was` to `to` is done to the text as it is by now: by lines and, in lines that both changed, by words.
 * Invariants: what either of them wrote stands in the text, once; what either removed does not, unless the other rewrote that very
 *   line. What both wrote in one place stands there one after the other, theirs first, and once where it is the same.
 * Failure: where there is too much to compare, both texts stand one after the other.
 */

/** So many characters are taken apart and put together again with the work of one comparison. */
const CHARACTERS_OF_A_STEP = 2

/**
 * @param was the text that was changed
 * @param now the text as it is by now
 * @param to what was made of it
 */
export function mergeText(was: string, now: string, to: string, work: WorkBudget): string {
  if (now === was || now === to) return to
  if (to === was) return now
  if (!work.take((was.length + now.length + to.length) / CHARACTERS_OF_A_STEP)) return `${now}\n${to}`
  const [wasLines, nowLines, toLines] = [was, now, to].map(linesOf) as [string[], string[], string[]]
  const merged = mergePieces({ was: wasLines, now: nowLines, to: toLines }, work, lineIn, mergeLines)
  return joined(merged ?? oneAfterTheOther(nowLines, toLines))
}

/** Whether a text has all the words already that were written into another one. */
export function isSaid(was: string, now: string, to: string): boolean {
  const written = wordsBeside(was, to)
  const there = wordsBeside(was, now)
  return written.size > 0 && [...written].every(([word, times]) => (there.get(word) ?? 0) >= times)
}

/** The words that a text has and another one has not, and how often. */
function wordsBeside(was: string, text: string): Map<string, number> {
  const beside = new Map<string, number>()
  for (const word of text.match(/\S+/g) ?? []) beside.set(word, (beside.get(word) ?? 0) + 1)
  for (const word of was.match(/\S+/g) ?? []) {
    const times = beside.get(word) ?? 0
    if (times > 1) beside.set(word, times - 1)
    else beside.delete(word)
  }
  return beside
}

/** A text in pieces: as it was, as it is by now, and what was made of it. */
interface Versions {
  was: readonly string[]
  now: readonly string[]
  to: readonly string[]
}

/** A place that both changed, and what each has written there. */
interface Clash extends Versions {
  theirs: readonly string[]
  mine: readonly string[]
}

/** Lines that both changed. */
function mergeLines({ was, now, to, theirs, mine }: Clash, work: WorkBudget): readonly string[] | undefined {
  // An edit beats a removal.
  if (theirs.length === 0 || mine.length === 0) return [...theirs, ...mine]
  const [wasWords, nowWords, toWords] = [was, now, to].map((lines) => wordsOf(joined(lines))) as [
    string[],
    string[],
    string[],
  ]
  const known = new Set(wasWords.map(keyOf))
  const hasKept = (words: string[]) => words.some((word) => known.has(keyOf(word)))
  // Whoever has kept no word has written another text.
  if (!hasKept(nowWords) || !hasKept(toWords)) return union(theirs, mine, work)
  const merged = mergePieces({ was: wasWords, now: nowWords, to: toWords }, work, keyOf, mergeWords)
  return merged && [`${joined(merged)}\n`]
}

/** Words that both rewrote. */
const mergeWords = ({ theirs, mine }: Clash): readonly string[] => {
  const isAlike = theirs.map(keyOf).join(' ') === mine.map(keyOf).join(' ')
  return isAlike ? mine : [...theirs, ...mine]
}

/*
 * Every piece, the last one too, ends with the space that parts it from the next. So space that is more than that, such as a line that
 * somebody has just begun, is theirs, and does not pass for what parts another's piece from it.
 */

/** The lines of a text, each with its break and the empty lines behind it. */
function linesOf(text: string): string[] {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const before = line.trim() === '' ? lines.pop() : undefined
    lines.push(`${before ?? ''}${line}\n`)
  }
  return lines
}

/** The words of a text, each with the space behind it. */
const wordsOf = (text: string): string[] => (text === '' ? [] : (`${text} `.match(/^\s+|\S+\s*/g) ?? []))

const joined = (pieces: readonly string[]): string => pieces.join('').slice(0, -1)

/** What of a line or a word counts when two are compared: not what space is behind it. */
const keyOf = (piece: string): string => piece.trimEnd()

/** A line without its break and the empty lines behind it: a space at its end is of the line, and somebody's next word begins there. */
const lineIn = (piece: string): string => piece.slice(0, piece.indexOf('\n'))

/** All that stands in either list, once where it stands in both in the same order. */
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

/** The lines at the beginning and the end that both have, and between them both texts. */
function oneAfterTheOther(now: readonly string[], to: readonly string[]): string[] {
  const most = Math.min(now.length, to.length)
  let start = 0
  while (start < most && keyOf(now[start] as string) === keyOf(to[start] as string)) start++
  let end = 0
  while (end < most - start && keyOf(now.at(-1 - end) as string) === keyOf(to.at(-1 - end) as string)) end++
  return [...now.slice(0, now.length - end), ...to.slice(start)]
}

/** What one side has made of the pieces: its changes, and where it has each piece that it kept. */
interface Side {
  pieces: readonly string[]
  hunks: readonly Hunk[]
  kept: readonly number[]
}

/**
 * Merges what both sides have made of a list of pieces.
 * @param key what of a piece counts when two are compared
 * @param mergePlace merges a place that both sides changed; undefined where that is too much work
 * @returns undefined where there is too much to compare
 */
function mergePieces(
  { was, now, to }: Versions,
  work: WorkBudget,
  key: (piece: string) => string,
  mergePlace: (place: Clash, work: WorkBudget) => readonly string[] | undefined,
): string[] | undefined {
  const keys = was.map(key)
  const theirs = sideOf(keys, now, key, work)
  const mine = theirs && sideOf(keys, to, key, work)
  if (!mine) return undefined

  const merged: string[] = []
  let at = 0
  let before: Written | undefined
  const keepUntil = (end: number) => {
    for (; at < end; at++) {
      const [their, my] = [theirs.pieces[theirs.kept[at] as number], mine.pieces[mine.kept[at] as number]] as [
        string,
        string,
      ]
      merged.push(my === was[at] ? their : my)
    }
  }
  for (const { start, end, their, my } of placesOf(theirs.hunks, mine.hunks)) {
    keepUntil(start)
    at = end
    const [theirWritten, myWritten] = [writtenIn(theirs, their), writtenIn(mine, my)]
    const next = { start, end, their: theirWritten, my: myWritten }
    const isSaid = my.length === 0 || their.length === 0 ? isSaidBeside(before, next) : false
    before = next
    if (isSaid) continue
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
  keepUntil(was.length)
  return merged
}

/** What both have written at a place. */
interface Written {
  start: number
  end: number
  their: readonly string[]
  my: readonly string[]
}

/** Whether what one only adds is what the other has written right before it, at the end of a change: then both have added it. */
function isSaidBeside(before: Written | undefined, { start, end, their, my }: Written): boolean {
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
  const kept: number[] = []
  let at = 0
  let newAt = 0
  for (const { start, end, newEnd } of [...hunks, { start: was.length, end: was.length, newEnd: 0 }]) {
    for (; at < start; at++) kept[at] = newAt++
    at = end
    newAt = newEnd
  }
  return { pieces, hunks, kept }
}

/** What a side has from one piece to before another. */
function piecesOf({ pieces, kept }: Side, hunks: readonly Hunk[], start: number, end: number): readonly string[] {
  const [first, last] = [hunks[0], hunks.at(-1)]
  const from = first?.start === start ? first.newStart : (kept[start] as number)
  const to = last?.end === end ? last.newEnd : (kept[end - 1] as number) + 1
  return pieces.slice(from, to)
}

interface Place {
  start: number
  end: number
  their: Hunk[]
  my: Hunk[]
}

/** The places that were changed, in their order. Changes that overlap, or that add to the same point, are one place. */
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

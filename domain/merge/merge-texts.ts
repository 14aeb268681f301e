import { diff3MergeRegions, diffIndices } from 'node-diff3'

/*
 * The merge of lists of plain texts (ingredients, snacks) by their sequence, since plain texts have no ids.
 * Invariants: what one side added, changed or removed is so in the result; a rewritten entry beats a removed one; what both
 *   added in one place is all there, and once where they added the same; an entry that both rewrote is as `mine` has it. The
 *   result is made of the three lists, and of the work that is left, alone: server and browser have the same.
 * Failure: none. Lists that are too much work are merged without looking at their order.
 */

/** What a merge may still do beyond reading the texts, in steps; all lists of one merge have it together. */
export interface Work {
  left: number
}

/** Two people who both turn a list of 600 entries upside down stay below it, which takes some ten milliseconds. */
export const MERGE_STEPS = 2_000_000

/** What it takes to have one text compared at all. */
const STEPS_TO_READ = 50

/** Merges two descendants of `base`, of which `mine` is the later. What it does is taken from `work`. */
export function mergeTexts(base: string[], theirs: string[], mine: string[], work: Work = { left: MERGE_STEPS }): string[] {
  const shortest = Math.min(base.length, theirs.length, mine.length)
  const isSame = (at: number) => base.at(at) === theirs.at(at) && base.at(at) === mine.at(at)
  let start = 0
  while (start < shortest && isSame(start)) start += 1
  let end = 0
  while (end < shortest - start && isSame(-1 - end)) end += 1
  const middle = (list: string[]) => list.slice(start, list.length - end)
  const merged = mergeMiddle(new Set(base), [base, theirs, mine].map(middle) as [string[], string[], string[]], work)
  return [...base.slice(0, start), ...merged, ...base.slice(base.length - end)]
}

function mergeMiddle(known: Set<string>, [base, theirs, mine]: [string[], string[], string[]], work: Work): string[] {
  // Each side is compared with the base twice: as a whole, and in the places that both changed.
  const steps = 2 * (stepsToCompare(base, theirs) + stepsToCompare(base, mine))
  if (steps > work.left) return mergeUnordered(base, theirs, mine)
  work.left -= steps
  return diff3MergeRegions(theirs, base, mine).flatMap((region) =>
    region.stable ? region.bufferContent : mergePlace(known, region.oContent, region.aContent, region.bContent),
  )
}

/** How many steps it takes at most to find what two lists have in common. */
function stepsToCompare(one: string[], other: string[]): number {
  const counts = countOf(one)
  const pairs = other.reduce((sum, text) => sum + (counts.get(text) ?? 0), 0)
  return pairs * Math.min(one.length, other.length) + STEPS_TO_READ * (one.length + other.length)
}

/**
 * Where finding what became of each entry is too much work: what they wrote, then the list as `mine` has it without what they
 * removed. No text that anybody wrote is missing, and none is back that anybody removed; only the order is not theirs.
 */
function mergeUnordered(base: string[], theirs: string[], mine: string[]): string[] {
  const theirOwn = without(without(theirs, base), without(mine, base))
  return [...theirOwn, ...without(mine, without(base, theirs))]
}

/** What one side did with an entry of the base: wrote others before it, and kept, rewrote or removed it. */
interface Slot {
  added: string[]
  text: string | undefined
  rewritten: boolean
}

/** Merges a place that both sides changed, entry by entry. */
function mergePlace(known: Set<string>, base: string[], theirs: string[], mine: string[]): string[] {
  const mySlots = slotsOf(known, base, mine)
  const allTheirs = slotsOf(known, base, theirs)
  const written = writtenIn(mySlots)
  // They have all of mine already: the same edit once more, or the same thing written by both.
  if (without(written, writtenIn(allTheirs)).length === 0) {
    return allTheirs.flatMap(({ added, text, rewritten }, index) => [
      ...added,
      ...textOf(rewritten || isKept(mySlots[index]) ? text : undefined),
    ])
  }
  const theirSlots = withoutTexts(allTheirs, written)
  return mySlots.flatMap((my, index) => {
    const their = theirSlots[index] as Slot
    const text = my.rewritten ? my.text : their.rewritten || their.text === undefined ? their.text : my.text
    return [...their.added, ...my.added, ...textOf(text)]
  })
}

const textOf = (text: string | undefined): string[] => (text === undefined ? [] : [text])
const isKept = (slot: Slot | undefined): boolean => slot?.text !== undefined && !slot.rewritten

/** One slot for each entry of the base, and a last one for what stands behind them. */
function slotsOf(known: Set<string>, base: string[], side: string[]): Slot[] {
  const slots: Slot[] = [...base, undefined].map((text) => ({ added: [], text, rewritten: false }))
  for (const { buffer1, buffer2Content } of diffIndices(base, side)) {
    const [start, length] = buffer1
    const written = buffer2Content as string[]
    // As many new texts as before are the same entries, rewritten. Otherwise nobody can tell which became which.
    const rewritten = written.length === length && !written.some((text) => known.has(text))
    for (let at = 0; at < length; at++) {
      slots[start + at] = { added: [], text: rewritten ? written[at] : undefined, rewritten }
    }
    if (!rewritten) (slots[start] as Slot).added = written
  }
  return slots
}

const writtenIn = (slots: Slot[]): string[] =>
  slots.flatMap(({ added, text, rewritten }) => (rewritten && text !== undefined ? [...added, text] : added))

/** The slots without what is in `texts` too: written alike by both sides, it shall stand there once. */
function withoutTexts(slots: Slot[], texts: string[]): Slot[] {
  const left = countOf(texts)
  const isTwice = (text: string) => takeFrom(left, text)
  return slots.map((slot) => {
    const added = slot.added.filter((text) => !isTwice(text))
    const removed = slot.rewritten && slot.text !== undefined && isTwice(slot.text)
    return removed ? { added, text: undefined, rewritten: false } : { ...slot, added }
  })
}

/** The texts without as many of each as are in `others`. */
function without(texts: string[], others: string[]): string[] {
  const left = countOf(others)
  return texts.filter((text) => !takeFrom(left, text))
}

/** How often each text is there. */
function countOf(texts: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Takes one of a text away. Answers whether there was one. */
function takeFrom(counts: Map<string, number>, text: string): boolean {
  const count = counts.get(text) ?? 0
  if (count > 0) counts.set(text, count - 1)
  return count > 0
}

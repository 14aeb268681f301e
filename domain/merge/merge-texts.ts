import { diff3Merge, diffIndices } from 'node-diff3'

/*
 * The merge of lists of plain texts (ingredients, snacks) by their sequence, since plain texts have no ids.
 * Invariants: what one side added, changed or removed is so in the result; a rewritten entry beats a removed one; what both
 *   added in one place is all there, and once where they added the same; an entry that both rewrote is as `mine` has it.
 */

/** Merges two descendants of `base`, of which `mine` is the later. */
export function mergeTexts(base: string[], theirs: string[], mine: string[]): string[] {
  const known = new Set(base)
  return diff3Merge(theirs, base, mine, { excludeFalseConflicts: true }).flatMap(({ ok, conflict }) =>
    conflict ? mergePlace(known, conflict.o, conflict.a, conflict.b) : (ok ?? []),
  )
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
  let left = texts
  const isTwice = (text: string) => {
    const rest = without(left, [text])
    const found = rest.length < left.length
    left = rest
    return found
  }
  return slots.map((slot) => {
    const added = slot.added.filter((text) => !isTwice(text))
    const removed = slot.rewritten && slot.text !== undefined && isTwice(slot.text)
    return removed ? { added, text: undefined, rewritten: false } : { ...slot, added }
  })
}

/** The texts without as many of each as are in `others`. */
function without(texts: string[], others: string[]): string[] {
  const left = [...others]
  return texts.filter((text) => {
    const at = left.indexOf(text)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

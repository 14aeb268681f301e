import type { WorkBudget } from './work-budget.ts'

/** Pieces [`start`, `end`) of the old list are replaced by pieces [`newStart`, `newEnd`) of the new list. */
export interface Hunk {
  start: number
  end: number
  newStart: number
  newEnd: number
}

/** The index of one piece in each of two lists. */
type Pair = readonly [number, number]

/**
 * The changes from one list of texts to another, in order.
 * @returns undefined if comparing them exceeds the work budget
 */
export function diffTexts(from: readonly string[], to: readonly string[], work: WorkBudget): Hunk[] | undefined {
  let start = 0
  while (start < from.length && start < to.length && from[start] === to[start]) start++
  let [end, newEnd] = [from.length, to.length]
  while (end > start && newEnd > start && from[end - 1] === to[newEnd - 1]) {
    end--
    newEnd--
  }
  if (!work.take(from.length - end + start + 1)) return undefined
  const pairs = longestCommon(from.slice(start, end), to.slice(start, newEnd), work)
  if (!pairs) return undefined

  const hunks: Hunk[] = []
  let [x, y] = [start, start]
  for (const [i, j] of [...pairs, [end - start, newEnd - start] as const]) {
    if (start + i > x || start + j > y) hunks.push({ start: x, end: start + i, newStart: y, newEnd: start + j })
    x = start + i + 1
    y = start + j + 1
  }
  return hunks
}

/**
 * The longest common subsequence (E. W. Myers, 'An O(ND) Difference Algorithm and Its Variations', 1986: the greedy
 * algorithm). A diagonal is the index in the first list minus the index in the second.
 */
function longestCommon(from: readonly string[], to: readonly string[], work: WorkBudget): Pair[] | undefined {
  if (from.length === 0 || to.length === 0) return []
  /** By number of changes: how far they reach in the first list, on each diagonal. */
  const reached: Int32Array[] = []
  for (let changes = 0; ; changes++) {
    if (!work.take(changes + 1)) return undefined
    const row = new Int32Array(2 * changes + 1)
    const before = reached[changes - 1]
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = before ? startOf(before, changes, diagonal) : 0
      const snakeStart = x
      while (x < from.length && x - diagonal < to.length && from[x] === to[x - diagonal]) x++
      if (!work.take(x - snakeStart)) return undefined
      row[diagonal + changes] = x
      if (x >= from.length && x - diagonal >= to.length) return walkBack([...reached, row], diagonal)
    }
    reached.push(row)
  }
}

/** Where a diagonal starts after this many changes: it continues the neighbouring diagonal that had reached further. */
function startOf(before: Int32Array, changes: number, diagonal: number): number {
  const at = diagonal + changes - 1
  return isAdded(before, changes, diagonal) ? (before[at + 1] as number) : (before[at - 1] as number) + 1
}

/** Whether the last change adds a piece of the second list. Otherwise it drops a piece of the first. */
function isAdded(before: Int32Array, changes: number, diagonal: number): boolean {
  const at = diagonal + changes - 1
  return diagonal === -changes || (diagonal !== changes && (before[at - 1] as number) < (before[at + 1] as number))
}

function walkBack(reached: readonly Int32Array[], last: number): Pair[] {
  const pairs: Pair[] = []
  let diagonal = last
  for (let changes = reached.length - 1; changes >= 0; changes--) {
    const before = reached[changes - 1]
    const start = before ? startOf(before, changes, diagonal) : 0
    for (let x = (reached[changes] as Int32Array)[diagonal + changes] as number; x > start; x--)
      pairs.push([x - 1, x - 1 - diagonal])
    if (before) diagonal += isAdded(before, changes, diagonal) ? 1 : -1
  }
  return pairs.reverse()
}

import { MAX_NEEDED } from '../plan/checklist.ts'

/** The number that an item's name begins with: 6 of '6 folding tables'. Undefined for '4x4 car' and '1.5 L pot'. */
export function countInName(name: string): number | undefined {
  const [, digits] = /^\s*(\d+)(?:\s*[x×])?\s+\p{L}/u.exec(name) ?? []
  const count = Number(digits ?? 0)
  return count > 0 && count <= MAX_NEEDED ? count : undefined
}

import { hash } from '../derived-id.ts'

export interface Part {
  /** Identifies the part, such as a person's id. */
  key: string
  /** A nonnegative integer. */
  weight: number
}

/**
 * Divides an amount in proportion to the weights, without a rest: the largest remainders get one unit more (Hamilton's
 * method). Of equal remainders a hash of `of` and the key decides, so nothing depends on the order of the parts, and it
 * is not always the same person who pays a cent more.
 * @param total a nonnegative integer
 * @param of what is divided, such as an expense's id
 * @returns an amount for each part, in the order of the parts; all 0 if no part has a weight
 */
export function distribute(total: number, parts: readonly Part[], of: string): number[] {
  const { amounts, remainders } = divideDown(total, parts)
  const rest = total - amounts.reduce((sum, amount) => sum + amount, 0)
  if (rest === 0 || remainders.length === 0) return amounts
  const seed = hash(of, 0)
  const byRemainder = parts
    .map(({ key }, index) => ({ index, key, remainder: remainders[index] ?? 0, tie: hash(key, seed) }))
    .sort((one, other) =>
      one.remainder === other.remainder
        ? one.tie - other.tie || (one.key < other.key ? -1 : 1)
        : one.remainder > other.remainder
          ? -1
          : 1,
    )
  for (const { index } of byRemainder.slice(0, rest)) amounts[index] = (amounts[index] ?? 0) + 1
  return amounts
}

/** The exact amounts, rounded down, and their remainders. No remainders if no part has a weight. */
function divideDown(total: number, parts: readonly Part[]): { amounts: number[]; remainders: (number | bigint)[] } {
  const all = parts.reduce((sum, { weight }) => sum + weight, 0)
  if (all === 0) return { amounts: parts.map(() => 0), remainders: [] }
  if (Number.isSafeInteger(total * all)) {
    const remainders = parts.map(({ weight }) => (total * weight) % all)
    return { amounts: parts.map(({ weight }, index) => (total * weight - (remainders[index] ?? 0)) / all), remainders }
  }
  // Products that are too large for exact numbers.
  const [of, by] = [BigInt(total), parts.reduce((sum, { weight }) => sum + BigInt(weight), 0n)]
  return {
    amounts: parts.map(({ weight }) => Number((of * BigInt(weight)) / by)),
    remainders: parts.map(({ weight }) => (of * BigInt(weight)) % by),
  }
}

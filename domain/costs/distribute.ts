import { derivedId } from '../derived-id.ts'

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
  const all = parts.reduce((sum, { weight }) => sum + BigInt(weight), 0n)
  if (all === 0n) return parts.map(() => 0)
  const exact = parts.map(({ weight }) => BigInt(total) * BigInt(weight))
  const amounts = exact.map((product) => Number(product / all))
  const rest = total - amounts.reduce((sum, amount) => sum + amount, 0)
  if (rest === 0) return amounts
  const byRemainder = parts
    .map(({ key }, index) => ({ index, remainder: (exact[index] ?? 0n) % all, tie: derivedId(`${of}/${key}`) }))
    .toSorted((one, other) =>
      one.remainder === other.remainder ? (one.tie < other.tie ? -1 : 1) : one.remainder > other.remainder ? -1 : 1,
    )
  for (const { index } of byRemainder.slice(0, rest)) amounts[index] = (amounts[index] ?? 0) + 1
  return amounts
}

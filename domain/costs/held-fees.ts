import type { Fee } from '../plan/costs.ts'
import { type CountedPayment, type Household, isCounted } from './balances.ts'
import { distribute } from './distribute.ts'

/*
 * What of the fees is still with the people who collect them. Until the trip is over, nobody is asked to pay it back.
 * Invariants: what is held adds up to 0, and takes no balance across 0. Nothing depends on the order of entries.
 */

interface Paid {
  /** A payment whose fee was removed is an ordinary one. */
  fees: readonly Pick<Fee, 'id'>[]
  payments: readonly CountedPayment[]
  isOver: boolean
}

/**
 * What is held by household, in the trip's currency: positive for those who paid it, negative for those who have it.
 * If a collector has already spent some of it, all who paid that fee hold less, in proportion.
 */
export function heldFees(
  households: readonly Pick<Household, 'id' | 'personIds' | 'balance'>[],
  { fees, payments, isOver }: Paid,
): ReadonlyMap<string, number> {
  const held = new Map<string, number>()
  if (isOver) return held
  const householdOf = new Map(
    households.flatMap(({ id, personIds }) => personIds.map((person) => [person, id] as const)),
  )
  const open = new Map(households.map(({ id, balance }) => [id, balance]))
  for (const { id: feeId } of fees.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const given = sumGiven(
      payments.filter(({ payment }) => payment.fee === feeId),
      householdOf,
    )
    const limit = (sign: 1 | -1) =>
      [...given].map(([key, sum]) => ({
        key,
        weight: Math.max(0, Math.min(sign * sum, sign * (open.get(key) ?? 0))),
      }))
    const [paid, collected] = [limit(1), limit(-1)]
    const total = Math.min(sumOf(paid), sumOf(collected))
    const hold = (parts: typeof paid, sign: 1 | -1) => {
      for (const [index, amount] of distribute(total, parts, feeId).entries()) {
        const id = parts[index]?.key
        if (amount === 0 || id === undefined) continue
        open.set(id, (open.get(id) ?? 0) - sign * amount)
        held.set(id, (held.get(id) ?? 0) + sign * amount)
      }
    }
    hold(paid, 1)
    hold(collected, -1)
  }
  return held
}

/** What is left to settle once fees are held. */
export const withoutHeld = (
  households: readonly Pick<Household, 'id' | 'balance'>[],
  held: ReadonlyMap<string, number>,
): Pick<Household, 'id' | 'balance'>[] =>
  households.map(({ id, balance }) => ({ id, balance: balance - (held.get(id) ?? 0) }))

const sumOf = (parts: readonly { weight: number }[]) => parts.reduce((sum, { weight }) => sum + weight, 0)

/** What each household gave, less what it got. */
function sumGiven(payments: readonly CountedPayment[], householdOf: ReadonlyMap<string, string>): Map<string, number> {
  const given = new Map<string, number>()
  const add = (personId: string, amount: number) => {
    const id = householdOf.get(personId) ?? personId
    given.set(id, (given.get(id) ?? 0) + amount)
  }
  for (const { payment, counted } of payments.filter(isCounted)) {
    add(payment.from, counted)
    add(payment.to, -counted)
  }
  return given
}

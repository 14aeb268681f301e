/** What one has to pay another, in minor units of the trip's currency. */
export interface Transfer {
  from: string
  to: string
  amount: number
}

interface Balance {
  id: string
  /** What they are owed; negative if they owe. */
  balance: number
}

/**
 * Who pays whom, so that everybody is at zero: at most one transfer less than there are people. Two who can settle
 * everything between them do; then the largest debts go to the largest credits. Fewest transfers would take exponential
 * time (it is the subset sum problem).
 * @param balances they add up to 0
 */
export function settle(balances: readonly Balance[]): Transfer[] {
  const open = new Map(balances.filter(({ balance }) => balance !== 0).map(({ id, balance }) => [id, balance]))
  const transfers: Transfer[] = []
  const pay = (from: string, to: string, amount: number) => {
    transfers.push({ from, to, amount })
    change(from, amount)
    change(to, -amount)
  }
  const change = (id: string, by: number) => {
    const balance = (open.get(id) ?? 0) + by
    if (balance === 0) open.delete(id)
    else open.set(id, balance)
  }
  for (const [debtor, debt] of sorted(open, (balance) => balance < 0)) {
    const match = sorted(open, (balance) => balance === -debt)[0]
    if (match) pay(debtor, match[0], -debt)
  }
  for (;;) {
    const [debtor, creditor] = [sorted(open, (balance) => balance < 0)[0], sorted(open, (balance) => balance > 0)[0]]
    if (!debtor || !creditor) return transfers
    pay(debtor[0], creditor[0], Math.min(-debtor[1], creditor[1]))
  }
}

/** The largest first, and of equal ones the smaller id. */
function sorted(open: ReadonlyMap<string, number>, isMeant: (balance: number) => boolean): [string, number][] {
  return [...open]
    .filter(([, balance]) => isMeant(balance))
    .toSorted(([id, one], [otherId, other]) => Math.abs(other) - Math.abs(one) || (id < otherId ? -1 : 1))
}

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

/** What somebody owes or is owed, and what of it is not settled yet. */
interface Side {
  id: string
  open: number
}

/**
 * Who pays whom, so that everybody is at zero: at most one transfer less than there are people. Two who can settle
 * everything between them do; then the largest debts go to the largest credits. Fewest transfers would take exponential
 * time (it is the subset sum problem).
 * @param balances they add up to 0
 */
export function settle(balances: readonly Balance[]): Transfer[] {
  const debtors = largestFirst(balances.filter(({ balance }) => balance < 0))
  const creditors = largestFirst(balances.filter(({ balance }) => balance > 0))
  const transfers: Transfer[] = []
  const pay = (debtor: Side, creditor: Side) => {
    const amount = Math.min(debtor.open, creditor.open)
    debtor.open -= amount
    creditor.open -= amount
    transfers.push({ from: debtor.id, to: creditor.id, amount })
  }
  payMatches(debtors, creditors, pay)
  const owed = creditors.filter(({ open }) => open > 0)
  let next = 0
  for (const debtor of debtors)
    while (debtor.open > 0 && next < owed.length) {
      const creditor = owed[next] as Side
      pay(debtor, creditor)
      if (creditor.open === 0) next++
    }
  return transfers
}

function payMatches(debtors: Side[], creditors: Side[], pay: (debtor: Side, creditor: Side) => void): void {
  const byAmount = new Map<number, Side[]>()
  for (const creditor of creditors.toReversed())
    byAmount.set(creditor.open, [...(byAmount.get(creditor.open) ?? []), creditor])
  for (const debtor of debtors) {
    const match = byAmount.get(debtor.open)?.pop()
    if (match) pay(debtor, match)
  }
}

/** The largest first, and of equal ones the smaller id. */
function largestFirst(balances: readonly Balance[]): Side[] {
  return balances
    .map(({ id, balance }) => ({ id, open: Math.abs(balance) }))
    .toSorted((one, other) => other.open - one.open || (one.id < other.id ? -1 : 1))
}

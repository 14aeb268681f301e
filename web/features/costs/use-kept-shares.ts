import { useCallback, useMemo, useState } from 'react'
import { type Attending, proposeShares } from '#domain/costs/attendance.ts'
import { hash } from '#domain/derived-id.ts'
import type { Expense } from '#domain/plan/costs.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { type KeptShares, listKeptShares, persistKeptShares } from '#web/data/storage/kept-shares.ts'

/** Identifies the shares that are offered for an expense: other attendance makes another offer. */
export function offerOf(expense: Expense, trip: Attending): KeptShares {
  const shares = proposeShares(expense, trip)
    .map(({ person_id, weight }) => `${person_id} ${weight}`)
    .toSorted()
  return `${expense.id}/${hash(shares.join(' '), 0).toString(36)}`
}

interface KeptState {
  /** The expenses to offer new shares for. */
  offered: readonly Expense[]
  /** The ids of the others. The same object as long as they are the same. */
  keptIds: ReadonlySet<string>
  /** Keeps all as they are, until attendance changes again. */
  keep: () => void
}

/** @param changed the expenses whose shares would be others as attendance is now */
export function useKeptShares(tripId: string, changed: readonly Expense[], trip: Attending): KeptState {
  const userId = useUser().id
  const [kept, setKept] = useState(() => listKeptShares(userId, tripId))
  const offered = useMemo(
    () => changed.filter((expense) => !kept.includes(offerOf(expense, trip))),
    [changed, kept, trip],
  )
  const keep = useCallback(() => {
    const all = changed.map((expense) => offerOf(expense, trip))
    persistKeptShares(userId, tripId, all)
    setKept(all)
  }, [changed, trip, userId, tripId])
  const key = changed
    .filter((expense) => !offered.includes(expense))
    .map(({ id }) => id)
    .join(' ')
  const keptIds = useMemo(() => new Set(key.split(' ').filter(Boolean)), [key])
  return { offered, keptIds, keep }
}

import { useEffect, useMemo, useState } from 'react'
import { compareLists, type ListChange } from '#domain/food/compare-lists.ts'
import type { ListUnit } from '#domain/food/list-unit.ts'
import type { ListItem } from '#domain/food/shopping-list.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { findSeenList, persistSeenList } from '#web/data/storage/seen-lists.ts'

/** A list as somebody saw it. */
interface SeenList {
  headcount: number
  items: { key: string; name: string; needs: { listUnit: ListUnit; toBuy: number }[] }[]
}

export interface ListChanges {
  changes: readonly ListChange[]
  /** How many people the amounts were for, and are for now. */
  before: number
  now: number
  /** The changes were seen: from now on others are told. */
  settle: () => void
}

/** What changed since the user last looked at the list on this device; undefined if nothing did. */
export function useListChanges(tripId: string, items: readonly ListItem[], headcount: number): ListChanges | undefined {
  const userId = useUser().id
  const [seen, setSeen] = useState(() => findSeenList(userId, tripId, isSeenList))
  const changes = useMemo(() => (seen ? compareLists(toListItems(seen), items) : []), [seen, items])
  const settle = () => {
    const list = toSeenList(items, headcount)
    persistSeenList(userId, tripId, list)
    setSeen(list)
  }
  const hasNoNews = changes.length === 0 && seen?.headcount !== headcount
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when there is nothing to tell, or nothing was seen.
  useEffect(() => {
    if (hasNoNews) settle()
  }, [hasNoNews])
  return changes.length > 0 && seen ? { changes, before: seen.headcount, now: headcount, settle } : undefined
}

function toSeenList(items: readonly ListItem[], headcount: number): SeenList {
  return {
    headcount,
    items: items.map(({ key, name, needs }) => ({
      key,
      name,
      needs: needs.map(({ listUnit, toBuy }) => ({ listUnit, toBuy })),
    })),
  }
}

function toListItems({ items }: SeenList): ListItem[] {
  return items.map(({ key, name, needs }) => ({
    key,
    name,
    needs: needs.map(({ listUnit, toBuy }) => ({ listUnit, exact: toBuy, toBuy })),
    demands: [],
  }))
}

/** Whether this version of the app has stored it. It is compared and formatted, so a wrong form would fail. */
function isSeenList(stored: unknown): stored is SeenList {
  const { headcount, items } = (stored ?? {}) as Partial<SeenList>
  return typeof headcount === 'number' && Array.isArray(items) && items.every(isSeenItem)
}

function isSeenItem(item: SeenList['items'][number] | null): boolean {
  return (
    typeof item?.key === 'string' &&
    typeof item.name === 'string' &&
    Array.isArray(item.needs) &&
    item.needs.every(({ listUnit, toBuy }) => typeof listUnit?.unit === 'string' && typeof toBuy === 'number')
  )
}

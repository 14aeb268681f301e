import type { Shopping } from '#domain/plan/shopping.ts'
import { later } from '#web/ui/loading/use-loaded.ts'

/** The shopping list, for screens that need little of it: computing it takes much code. */
export const laterList = later(() => import('./shopping-list.ts'))

/** Whether somebody has something to buy, found without the code that computes the list. */
export function isBuyer(personId: string, shopping: Shopping | undefined): boolean {
  return [...(shopping?.items ?? []), ...(shopping?.states ?? [])].some(({ buyer }) => buyer === personId)
}

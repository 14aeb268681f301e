import { lazy } from 'react'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'

/** Computing the shopping list takes much code. */
export const OwnShopping = lazy(async () => ({
  default: (await importWithRetry(() => import('./own-shopping.tsx'))).OwnShopping,
}))

import { lazy } from 'react'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'

/* Dialogs of the tab, which load when they are first opened. */

export const ChooseDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./choose-dialog.tsx'))).ChooseDialog,
}))

export const CarDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./car-dialog.tsx'))).CarDialog,
}))

export const BedDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./bed-dialog.tsx'))).BedDialog,
}))

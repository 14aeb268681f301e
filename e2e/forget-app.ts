import type { Page } from '@playwright/test'

/** Clears all that the browser has stored of the app but its cookies, as before somebody's first visit. */
export async function forgetApp(page: Page): Promise<void> {
  // An address without a script, so that nothing holds a database open.
  await page.goto('/favicon.svg')
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const name of await caches.keys()) await caches.delete(name)
    for (const { name = '' } of await indexedDB.databases())
      await new Promise((resolve, reject) => {
        Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject })
      })
  })
}

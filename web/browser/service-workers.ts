/** The browser's service workers; undefined on plain http, in in-app browsers and where a policy forbids them. */
export function findServiceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}

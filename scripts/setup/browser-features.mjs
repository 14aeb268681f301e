import { isTest, readModules } from './modules.mjs'

/*
 * Finds the use of what a browser may lack or refuse, outside of the one place that has a fallback. Biome's
 * `noRestrictedGlobals` does the same for globals, such as localStorage.
 */

/** @type {{ use: RegExp, place: string }[]} */
const features = [
  { use: /\bnavigator\.clipboard\b/, place: 'web/browser/clipboard.ts' },
  { use: /\bnavigator\.language\b|\bIntl\.Locale\b/, place: 'web/browser/device-region.ts' },
  { use: /\bnavigator\.locks\b/, place: 'web/browser/tab-locks.ts' },
  { use: /\bnavigator\.mediaDevices\b/, place: 'web/browser/camera.ts' },
  { use: /\bnavigator\.wakeLock\b/, place: 'web/browser/wake-lock.ts' },
  { use: /\bnavigator\.serviceWorker\b/, place: 'web/browser/service-workers.ts' },
  { use: /\bNotification\.\w/, place: 'web/browser/push.ts' },
  { use: /\bnavigator\.(can)?[sS]hare\b|'share' in navigator/, place: 'web/browser/share-sheet.ts' },
  { use: /\bnavigator\.storage\b|\{[^}]*\bstorage\b[^}]*\} = navigator/, place: 'web/data/offline/lasting-storage.ts' },
  { use: /\.checkVisibility\(/, place: 'web/ui/is-shown.ts' },
  { use: /\bglobalThis\.(caches|indexedDB)\b/, place: 'web/browser/cache-storage.ts' },
]

/** Uses elsewhere, each as a sentence. */
export function checkBrowserFeatures() {
  return [...readModules(['web'])].flatMap(([path, code]) => (isTest(path) ? [] : findRefusable(path, code)))
}

/**
 * @param {string} path
 * @param {string} code
 * @returns {string[]}
 */
export function findRefusable(path, code) {
  return features.flatMap(({ use, place }) => {
    const [found] = use.exec(code) ?? []
    return found && path !== place ? [`${path} uses ${found}. A browser may lack or refuse it: use ${place}.`] : []
  })
}

const FIRST_PAUSE_MS = 1000
const LAST_PAUSE_MS = 15_000
const EVENTS = ['wayfare:partmissing', 'wayfare:partsthere']

/** How many imports have failed and are being retried. */
let missing = 0

/** Whether a part of the app is missing at the moment. Events report each change. */
export const isPartMissing = (): boolean => missing > 0

/** Calls `listener` when parts are missing or there again. Returns the function that ends it. */
export function onPartMissing(listener: () => void): () => void {
  for (const event of EVENTS) addEventListener(event, listener)
  return () => {
    for (const event of EVENTS) removeEventListener(event, listener)
  }
}

/**
 * Imports a part of the app and retries until it succeeds: a dropped connection must not break the page. Meanwhile
 * `MissingPart` says so. If only a reload helps, web/data/app-version/ reloads the page at a safe moment.
 */
export async function importWithRetry<Part>(load: () => Promise<Part>): Promise<Part> {
  let isMissing = false
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LAST_PAUSE_MS, pause * 2)) {
    try {
      const part = await load()
      if (isMissing && --missing === 0) dispatchEvent(new Event('wayfare:partsthere'))
      return part
    } catch {
      if (!isMissing) missing++
      isMissing = true
      dispatchEvent(new Event('wayfare:partmissing'))
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Imports a part that nobody waits for yet. If that fails, nothing says so: it is imported again once it is needed. */
export function prefetch(load: () => Promise<unknown>): void {
  load().catch(() => {})
}

const FIRST_PAUSE_MS = 1000
const LAST_PAUSE_MS = 15_000

/** How many imports have failed and are being retried. */
let missing = 0

/**
 * Imports a part of the app and retries until it succeeds: a dropped connection must not break the page. Meanwhile the
 * caller shows that it is loading. If only a reload helps, web/data/app-version/ reloads the page at a safe moment.
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

const FIRST_PAUSE_MS = 1000
const LAST_PAUSE_MS = 15_000

/** How many parts of the app have failed and are tried again. */
let missing = 0

/**
 * Loads a part of the app, and again until it is there: a connection that breaks in the middle must not end the page, and
 * whoever waits for the part sees that it is loading. Where only a page that is loaded anew could have it, that happens at a free moment.
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

import { withTimeLimit } from '#web/browser/time-limit.ts'

/** Far longer than any tile takes. */
const TIMEOUT_MS = 30_000
/** What a service says of a tile in which there is nothing. */
const MISSING = [204, 404, 410]

/**
 * A whole file of a map's service, which learns nothing of the person; undefined if the service does not have it.
 * @throws if the service does not answer, or refuses
 */
export function fetchMapFile(address: string, signal: AbortSignal): Promise<ArrayBuffer | undefined> {
  return withTimeLimit(TIMEOUT_MS, signal, async (limited) => {
    const options: RequestInit = { signal: limited, referrerPolicy: 'no-referrer', credentials: 'omit' }
    const response = await fetch(address, options)
    if (MISSING.includes(response.status)) return undefined
    // A captive portal, such as a hotel's, answers with its own page.
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    if (response.status !== 200 || isPage) throw new Error(`map: ${response.status}`)
    return await response.arrayBuffer()
  })
}

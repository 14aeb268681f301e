/** Whether the device has a share sheet. */
export const hasShareSheet = (): boolean => typeof navigator.share === 'function'

/** Opens the device's share sheet. Returns 'refused' if it does not open; closing it without sharing is no failure. */
export async function share(data: ShareData): Promise<'done' | 'refused'> {
  try {
    await navigator.share(data)
    return 'done'
  } catch (failure) {
    return (failure as Error).name === 'AbortError' ? 'done' : 'refused'
  }
}

/** What the tabs of this browser tell each other under one name: as much of a BroadcastChannel as is used here. */
export type TabChannel = Pick<BroadcastChannel, 'onmessage' | 'postMessage' | 'close'>

/** Opens a channel to the other tabs. Where the browser has none, or refuses it, nothing is heard of them. */
export function openTabChannel(name: string): TabChannel {
  return tryToOpen(name) ?? { onmessage: null, postMessage() {}, close() {} }
}

function tryToOpen(name: string): TabChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}

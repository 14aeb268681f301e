/** The part of BroadcastChannel that is used here. */
type TabChannel = Pick<BroadcastChannel, 'onmessage' | 'postMessage' | 'close'>

/** Opens a channel to the other tabs. If the browser lacks BroadcastChannel or denies it, no messages arrive. */
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

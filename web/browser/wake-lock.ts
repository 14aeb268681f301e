/**
 * Keeps the screen on until the returned function is called. The browser ends it whenever the page is hidden, so it is
 * requested again once the page is visible. Where the browser lacks or refuses it, the screen goes off as usual.
 */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | undefined
  let isOver = false
  const request = async () => {
    if (document.visibilityState !== 'visible' || lock?.released === false) return
    try {
      const granted = await navigator.wakeLock?.request('screen')
      if (isOver) await granted?.release()
      else lock = granted
    } catch {
      // Saving energy, for example.
    }
  }
  document.addEventListener('visibilitychange', request)
  void request()
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', request)
    lock?.release().catch(() => {})
  }
}

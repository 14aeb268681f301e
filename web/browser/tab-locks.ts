interface LockOptions {
  /** Ends the waiting: the returned promise then rejects. */
  signal?: AbortSignal
  /** After this long, `work` runs without the lock. */
  timeoutMs?: number
}

/** Runs `work` while no other tab runs work of this name; without a lock if the browser has none or denies it. */
export async function withTabLock<Result>(
  name: string,
  work: () => Promise<Result>,
  { signal, timeoutMs }: LockOptions = {},
): Promise<Result> {
  const locks = findLocks()
  if (!locks) return work()
  let hasLock = false
  const waiting = new AbortController()
  const giveUp = () => waiting.abort()
  signal?.addEventListener('abort', giveUp)
  const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs)
  try {
    signal?.throwIfAborted()
    return await locks.request(name, { signal: waiting.signal }, () => {
      hasLock = true
      clearTimeout(timer)
      return work()
    })
  } catch (failure) {
    if (hasLock || signal?.aborted) throw failure
    return work()
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

function findLocks(): LockManager | undefined {
  try {
    return navigator.locks
  } catch {
    return undefined
  }
}

/**
 * Runs `work` with a signal that ends when `signal` does, or after `ms`. `extend` starts the time again.
 * Safari before 17.4 has no `AbortSignal.any`.
 */
export async function withTimeLimit<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (limited: AbortSignal, extend: (ms: number) => void) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController()
  const end = () => ended.abort()
  let timer = setTimeout(end, ms)
  signal?.addEventListener('abort', end)
  try {
    signal?.throwIfAborted()
    return await work(ended.signal, (more) => {
      clearTimeout(timer)
      timer = setTimeout(end, more)
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

/** Rejects as soon as `signal` ends; `work`, for which others may wait too, goes on. */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let abort = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
  })
  if (signal.aborted) abort()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

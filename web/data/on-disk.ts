import { logFailure } from './log.ts'

/**
 * Uses what this device keeps. Where its disk cannot be used (some private windows, no room left) that is logged, and there
 * is nothing.
 * @param what cannot be used then, as the log says it
 */
export async function onDisk<Value>(what: string, use: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await use()
  } catch (failure) {
    logFailure(`${what} on this device could not be used`, failure)
    return undefined
  }
}

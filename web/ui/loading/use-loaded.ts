import { useEffect, useState } from 'react'
import { importWithRetry } from './import-with-retry.ts'

/** Code that loads when it is needed, and no sooner. */
export interface Later<Code> {
  /** Tells it from others. */
  id: number
  /** Undefined until it is loaded. */
  code: Code | undefined
  load: () => Promise<unknown>
}

let ids = 0

export function later<Code>(fetchCode: () => Promise<Code>): Later<Code> {
  let loading: Promise<unknown> | undefined
  const one: Later<Code> = {
    id: ids++,
    code: undefined,
    load: () => {
      loading ??= importWithRetry(fetchCode).then((code) => {
        one.code = code
      })
      return loading
    },
  }
  return one
}

/** Loads code once it is needed. Returns undefined until it is there, and as long as it is not needed. */
export function useLoaded<Code>(one: Later<Code>, isNeeded: boolean): Code | undefined {
  useAllLoaded(isNeeded ? [one] : [])
  return isNeeded ? one.code : undefined
}

/** Loads all of these. Returns whether the code of each is there. */
export function useAllLoaded(all: readonly Later<unknown>[]): boolean {
  const [, setLoads] = useState(0)
  const missing = all.filter(({ code }) => code === undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids say which are missing; the array is new each time.
  useEffect(() => {
    let isGone = false
    for (const one of missing)
      void one.load().then(() => {
        if (!isGone) setLoads((loads) => loads + 1)
      })
    return () => {
      isGone = true
    }
  }, [missing.map(({ id }) => id).join()])
  return missing.length === 0
}

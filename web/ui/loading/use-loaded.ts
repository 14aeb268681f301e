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
  const [code] = useAllLoaded(isNeeded ? [one] : [])
  return code
}

/** Loads all of these. Returns the code of each, in the same order; undefined as long as it is not there. */
export function useAllLoaded<Code>(all: readonly Later<Code>[]): (Code | undefined)[] {
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
  return all.map(({ code }) => code)
}

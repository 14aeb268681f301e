import { useEffect, useState } from 'react'
import { importWithRetry } from './import-with-retry.ts'

/** Code that loads when it is needed, and no sooner. */
export interface Later<Code> {
  /** Undefined until it is loaded. */
  code: Code | undefined
  load: () => Promise<unknown>
}

export function later<Code>(fetchCode: () => Promise<Code>): Later<Code> {
  const one: Later<Code> = {
    code: undefined,
    load: async () => {
      one.code ??= await importWithRetry(fetchCode)
    },
  }
  return one
}

/** Loads code once it is needed. Returns undefined until it is there, and as long as it is not needed. */
export function useLoaded<Code>(one: Later<Code>, isNeeded: boolean): Code | undefined {
  const [, setLoads] = useState(0)
  const isMissing = isNeeded && one.code === undefined
  useEffect(() => {
    if (!isMissing) return
    let isGone = false
    void one.load().then(() => {
      if (!isGone) setLoads((loads) => loads + 1)
    })
    return () => {
      isGone = true
    }
  }, [one, isMissing])
  return isNeeded ? one.code : undefined
}

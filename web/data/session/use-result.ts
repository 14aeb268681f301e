import { useState } from 'react'
import { useWish } from '../use-wish.ts'

/** Something that is asked of the server when the person wishes it, and what it answered last. */
export function useResult<Value>(ask: () => Promise<Value>) {
  const [result, setResult] = useState<Value>()
  const wish = useWish(ask, setResult)
  return { ...wish, result, forget: () => setResult(undefined) }
}

import { useState } from 'react'
import { useWish } from '../use-wish.ts'

/** Like useWish, and also returns the last result. */
export function useResult<Value>(request: () => Promise<Value>) {
  const [result, setResult] = useState<Value>()
  const wish = useWish(request, setResult)
  return { ...wish, result, forget: () => setResult(undefined) }
}

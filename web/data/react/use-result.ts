import { useState } from 'react'
import { useAsyncAction } from './use-async-action.ts'

/** Like useWish, and also returns the last result. */
export function useResult<Value>(request: () => Promise<Value>) {
  const [result, setResult] = useState<Value>()
  const wish = useAsyncAction(request, setResult)
  return { ...wish, result, forget: () => setResult(undefined) }
}

import { useEffect, useState } from 'react'
import type { SignUps } from '#domain/api/auth.ts'
import { queryCache } from '../root/query-cache.ts'
import { withTimeout } from '../storage/on-disk.ts'
import { askBeta, findBeta } from './beta.ts'

/** The longest that a page waits for the answer. */
const AT_MOST_MS = 1500

const ask = (): Promise<SignUps | undefined> => {
  const answer = askBeta().then(
    ({ sign_ups }) => sign_ups,
    () => undefined,
  )
  return withTimeout(answer, AT_MOST_MS)
}

const KEY = ['sign-ups']

/**
 * Who may create an account here; undefined if the server doesn't answer in time. Doesn't change while somebody
 * is signed in, so that no menu item moves under a finger.
 */
export function askSignUps(): Promise<SignUps | undefined> {
  const known = queryCache.get<Promise<SignUps | undefined>>(KEY)
  if (known) return known
  const asked = ask()
  queryCache.set(KEY, asked)
  return asked
}

/**
 * Who may create an account here; undefined while the server is asked. If it doesn't answer in time, assumes `open`: a
 * refusal then says why. The value doesn't change again, so that no form is replaced while somebody types.
 */
export function useSignUps(): SignUps | undefined {
  const [signUps, setSignUps] = useState(findBeta()?.sign_ups)
  useEffect(() => {
    let isOver = false
    void ask().then((said) => {
      if (!isOver) setSignUps((before) => before ?? said ?? 'open')
    })
    return () => {
      isOver = true
    }
  }, [])
  return signUps
}

import { useEffect, useState } from 'react'
import type { SignUps } from '#domain/api/auth.ts'
import { askBeta, findBeta } from './beta.ts'

/** Nobody waits longer for it. */
const AT_MOST_MS = 1500

const ask = (): Promise<SignUps | undefined> =>
  Promise.race([
    askBeta().then(
      ({ sign_ups }) => sign_ups,
      () => undefined,
    ),
    new Promise<undefined>((resolve) => setTimeout(resolve, AT_MOST_MS)),
  ])

let asked: Promise<SignUps | undefined> | undefined

/**
 * Who may create an account here; undefined if the server does not say so at once. The answer stays as long as the
 * page, so that no item of a menu moves under a finger.
 */
export function askSignUps(): Promise<SignUps | undefined> {
  asked ??= ask()
  return asked
}

/**
 * Who may create an account here; undefined for the moment in which the server is asked. If it does not answer at once,
 * `open` is assumed: what is refused then says why. The value stays, so that no form is replaced while somebody types.
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

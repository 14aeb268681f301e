import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { withoutStrayEnd } from '#domain/stray-end.ts'

/*
 * The secret of a link: the part of its address after `#`, which browsers don't send.
 * Invariant: it is removed from the address, and so from the browser's history, before the page is shown.
 */

/** The secret in the address; '' if there is none. `cleanAddress` cleans only the first address of the page. */
export const findSecret = (): string => withoutStrayEnd(location.hash.slice(1))

/** Removes the secret from the address and returns it. */
export function takeSecret(): string {
  const secret = findSecret()
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname)
  return secret
}

/**
 * The secret of the link that was last opened in this tab. Opening another link of the kind changes only the part after
 * `#`, so the page is not loaded again.
 * @param find returns the first secret, without side effects
 * @param take removes the secret from the address and returns it; '' if there is none
 */
export function useSecretOfLink(find: () => string, take: () => string): string {
  const [secret, setSecret] = useState(find)
  const takeNext = useEffectEvent(() => {
    const next = take()
    if (next !== '') setSecret(next)
  })
  useLayoutEffect(() => {
    takeNext()
    const listener = () => takeNext()
    addEventListener('hashchange', listener)
    return () => removeEventListener('hashchange', listener)
  }, [])
  return secret
}

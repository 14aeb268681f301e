import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { withoutStrayEnd } from '#domain/stray-end.ts'

/*
 * The secret of a link, which is after `#` in its address: browsers don't send it.
 * Invariant: it leaves the address, and with it the browser's history, before the page is shown.
 */

/** The secret in the address; '' if there is none. `cleanAddress` has seen only the address that the page came with. */
export const findSecret = (): string => withoutStrayEnd(location.hash.slice(1))

/** Takes the secret out of the address. */
export function takeSecret(): string {
  const secret = findSecret()
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname)
  return secret
}

/**
 * The secret of the link that the page was opened with, or of the last one that was opened in this tab since: that only
 * changes what is after `#`.
 * @param find what the page begins with; it changes nothing
 * @param take takes it out of the address; '' if there is none
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

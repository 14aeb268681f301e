import { withoutStrayEnd } from '#domain/stray-end.ts'

/** Corrects the page's address if something was pasted behind it. Call it before anything reads the address. */
export function cleanAddress(): void {
  const address = `${location.pathname}${location.search}${location.hash}`
  const clean = withoutStrayEnd(address)
  if (clean !== address) history.replaceState(history.state, '', clean)
}

/**
 * The address to embed or to link to, or undefined where there is none: only http and https are, so that a typed
 * `javascript:` or `data:` address stays what it is, text.
 */
export function findWebAddress(text: string): string | undefined {
  const address = text.trim()
  return /^https?:\/\/[^\s/]/i.test(address) ? address : undefined
}

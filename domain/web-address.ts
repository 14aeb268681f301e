/** A host with a dot in it, and what may follow one: 'maps.example/embed?q=park'. */
const WITHOUT_SCHEME = /^([a-z0-9-]+\.)+[a-z]{2,}(:\d+)?([/?#]\S*)?$/i

/**
 * Adds https:// to a web address without a scheme, unless that makes it longer than `maxLength`. Leaves any other text.
 */
export function withScheme(text: string, maxLength: number): string {
  const address = `https://${text.trim()}`
  return WITHOUT_SCHEME.test(text.trim()) && address.length <= maxLength ? address : text
}

/**
 * The address to embed or to link to, or undefined if the text is none. Only http and https count, so a typed
 * `javascript:` or `data:` address remains plain text.
 */
export function findWebAddress(text: string): string | undefined {
  const address = text.trim()
  return /^https?:\/\/[^\s/]/i.test(address) ? address : undefined
}

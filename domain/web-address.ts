/** A host with a dot in it, and what may follow one: 'maps.example/embed?q=park'. */
const WITHOUT_SCHEME = /^([a-z0-9-]+\.)+[a-z]{2,}(:\d+)?([/?#]\S*)?$/i

/** A text that is a web address but for its scheme gets one, unless it would be longer than `most`; any other stays as it is. */
export function withScheme(text: string, most: number): string {
  const address = `https://${text.trim()}`
  return WITHOUT_SCHEME.test(text.trim()) && address.length <= most ? address : text
}

/**
 * The address to embed or to link to, or undefined where there is none: only http and https are, so that a typed
 * `javascript:` or `data:` address stays what it is, text.
 */
export function findWebAddress(text: string): string | undefined {
  const address = text.trim()
  return /^https?:\/\/[^\s/]/i.test(address) ? address : undefined
}

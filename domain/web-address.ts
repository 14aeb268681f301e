/** A host with a dot in it, and what may follow one: 'maps.example/embed?q=park'. */
const WITHOUT_SCHEME = /^([a-z0-9-]+\.)+[a-z]{2,}(:\d+)?([/?#]\S*)?$/i
const WITH_SCHEME = /^https?:\/\/[^\s/]/i
/** The code that maps offer for embedding. Phones and word processors make its quotes curly. */
const EMBED_SOURCE = /<iframe\b[^>]*?\ssrc\s*=\s*["'“”]?([^\s"'“”<>]+)/i

/**
 * The web address that a typed or pasted text means: that of an embedded frame, or the text with https:// if it has no
 * scheme, unless that makes it longer than `maxLength`. Any other text stays as it is.
 */
export function completeAddress(text: string, maxLength: number): string {
  const source = EMBED_SOURCE.exec(text)?.[1]?.replaceAll('&amp;', '&').replace(/^\/\//, '')
  const typed = source ?? text.trim()
  if (WITH_SCHEME.test(typed)) return source ?? text
  const address = `https://${typed}`
  return WITHOUT_SCHEME.test(typed) && address.length <= maxLength ? address : text
}

/**
 * The address to embed or to link to, or undefined if the text is none. Only http and https count, so a typed
 * `javascript:` or `data:` address remains plain text.
 */
export function findWebAddress(text: string): string | undefined {
  const address = completeAddress(text, Number.POSITIVE_INFINITY).trim()
  return WITH_SCHEME.test(address) ? address : undefined
}

export const MAX_PAYMENT_LINK = 500

/**
 * The host has to be plain to read, as people judge a link by it: no user name before it, and no letters of other
 * alphabets that look like it. Browsers copy such addresses in the form xn--...
 */
const ADDRESS = /^https:\/\/((?:[a-z0-9-]+\.)+[a-z0-9-]{2,})(?::\d{1,5})?(?:[/?#][^\s\\]*)?$/i

/** Whether a text is an address at which people can be asked to pay. */
export const isPaymentLink = (text: string): boolean => ADDRESS.test(text)

/** The address that a typed text means: with https:// if it has no scheme. */
export function readPaymentLink(text: string): { link: string } | { problem: 'form' | 'length' } {
  const typed = text.trim()
  const address = /^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[^/?#]+\.[^/?#]+:\d/.test(typed) ? typed : `https://${typed}`
  if (!isPaymentLink(address)) return { problem: 'form' }
  return address.length <= MAX_PAYMENT_LINK ? { link: address } : { problem: 'length' }
}

/** The host of a payment link, as people know it: 'example.org'. */
export const hostOfLink = (link: string): string => (ADDRESS.exec(link)?.[1] ?? '').toLowerCase().replace(/^www\./, '')

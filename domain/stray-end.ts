/** All addresses of the app end in one of these: tokens are base64url, ids are hexadecimal. */
const LAST = /^[\w/-]$/

/**
 * An address of the app without what a message put behind it: the ').' of '(https://wayfare.example/join/abc).' is part
 * of what people paste or of what their mail app takes for the link.
 */
export function withoutStrayEnd(address: string): string {
  let end = address.length
  while (end > 0) {
    const [encoded = ''] = /%[\da-f]{2}$/i.exec(address.slice(Math.max(0, end - 3), end)) ?? []
    const last = encoded ? String.fromCharCode(Number.parseInt(encoded.slice(1), 16)) : address.charAt(end - 1)
    if (LAST.test(last)) break
    end -= encoded.length || 1
  }
  return address.slice(0, end)
}

/** Punctuation and spaces. An address of the app may end in '-', '_' and '/': tokens are base64url. */
const STRAY = /^(?![-_/])[\p{P}\p{Z}\p{Cc}<>^`|+=~$]$/u

/**
 * An address of the app without what a message put behind it: the ').' of '(https://wayfare.example/join/abc).' is part
 * of what people paste or of what their mail app takes for the link.
 */
export function withoutStrayEnd(address: string): string {
  let rest = address
  while (rest !== '') {
    const { character, length } = lastOf(rest)
    if (!STRAY.test(character)) break
    rest = rest.slice(0, -length)
  }
  return rest
}

/** The last character of an address, and how long it is there: '%E2%80%9D' is one. */
function lastOf(address: string): { character: string; length: number } {
  for (let bytes = 1; bytes <= 4; bytes++) {
    const encoded = address.slice(-3 * bytes)
    if (!/^(?:%[\da-f]{2})+$/i.test(encoded)) break
    try {
      return { character: decodeURIComponent(encoded), length: encoded.length }
    } catch {
      // The bytes before it belong to it.
    }
  }
  return { character: address.slice(-1), length: 1 }
}

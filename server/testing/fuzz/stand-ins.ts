/*
 * What a request names before there is a world to send it to. So the same request can be sent again to another world, and
 * a failure shows what it was about.
 */

/** Things of the world that have ids. The stranger has an account, and nothing to do with our trip. */
export const idsOfWorld = [
  ...(['our trip', 'their trip', 'owner', 'organizer', 'member', 'guest', 'stranger', 'their owner'] as const),
  ...(['our party', 'our person', 'our document', 'their document', 'our invitation', 'their invitation'] as const),
] as const
export type NameOfId = (typeof idsOfWorld)[number]

/** Things that open something, all of our own. */
export const secretsOfWorld = [
  'known-invitation',
  'known-personal-link',
  'known-device-code',
  'known-share-token',
] as const
export type NameOfSecret = (typeof secretsOfWorld)[number]

/** The file of our document, and of theirs. */
export const filesOfWorld = ['known-file', 'known-file-of-theirs'] as const
export type NameOfFile = (typeof filesOfWorld)[number]

/** An account that can be signed in to with a password. */
export const [EMAIL, PASSWORD] = ['known@example.org', 'pine-needles'] as const

/** The id that stands for something until a request is sent. */
export function standIn(name: NameOfId): string {
  return `00000000-0000-4000-8000-${String(idsOfWorld.indexOf(name)).padStart(12, '0')}`
}

export type Known = Record<NameOfId | NameOfSecret | NameOfFile, string>

/** The text with what its stand-ins stand for. */
export function withKnown(text: string, known: Known): string {
  const named = text.replace(/00000000-0000-4000-8000-0000000000(\d\d)/g, (whole, at) => {
    const name = idsOfWorld[Number(at)]
    return name ? known[name] : whole
  })
  return named.replace(/known-[a-z-]+/g, (name) => (Object.hasOwn(known, name) ? known[name as NameOfSecret] : name))
}

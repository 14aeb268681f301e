/*
 * Placeholders for ids and secrets, so that requests can be generated before there is a world. The same request can be
 * sent again to another world, and a failure shows what it was about.
 */

/** Things with ids. The stranger has an account but no access to our trip. */
export const idsOfWorld = [
  ...(['our trip', 'their trip', 'owner', 'organizer', 'member', 'guest', 'stranger', 'their owner'] as const),
  ...(['our party', 'our person', 'our document', 'their document', 'our receipt', 'their receipt'] as const),
  ...(['our invitation', 'their invitation'] as const),
] as const
export type NameOfId = (typeof idsOfWorld)[number]

/** Secrets that grant access, all of our trip. */
export const secretsOfWorld = [
  'known-invitation',
  'known-personal-link',
  'known-device-code',
  'known-share-token',
  'known-feed',
  'known-unsubscribing',
] as const
export type NameOfSecret = (typeof secretsOfWorld)[number]

/** Our document's file, and theirs; and our picture. */
export const filesOfWorld = ['known-file', 'known-file-of-theirs', 'known-picture'] as const
export type NameOfFile = (typeof filesOfWorld)[number]

export const [EMAIL, PASSWORD] = ['known@example.org', 'pine-needles'] as const

export function standIn(name: NameOfId): string {
  return `00000000-0000-4000-8000-${String(idsOfWorld.indexOf(name)).padStart(12, '0')}`
}

export type Known = Record<NameOfId | NameOfSecret | NameOfFile, string>

export function withKnown(text: string, known: Known): string {
  const named = text.replace(/00000000-0000-4000-8000-0000000000(\d\d)/g, (whole, at) => {
    const name = idsOfWorld[Number(at)]
    return name ? known[name] : whole
  })
  return named.replace(/known-[a-z-]+/g, (name) => (Object.hasOwn(known, name) ? known[name as NameOfSecret] : name))
}

import { deviceStorage } from '../device/web-storage.ts'

/*
 * Whether somebody has come in by the person's link since this device last told so.
 * Invariants: each use is told until it is dismissed, in all tabs; what was used before a session began here is not news here.
 */

/** The person and the use that was told last. */
const KEY = 'wayfare.link-told'
const listeners = new Set<() => void>()
let last: { person: string; at: string } | undefined

/** Takes over what the server says of a person's link. `isNew`: their session has just begun here. */
export function noteLinkUse(person: string, at: string | undefined, isNew: boolean): void {
  last = at === undefined ? undefined : { person, at }
  if (isNew) dismissLinkUse()
  else tell()
}

/** When the link was used, if that is still to be told. */
export function untoldLinkUse(): string | undefined {
  return last && deviceStorage.getItem(KEY) !== textOf(last) ? last.at : undefined
}

/** The person knows. */
export function dismissLinkUse(): void {
  if (last) deviceStorage.setItem(KEY, textOf(last))
  tell()
}

export function onLinkUse(listener: () => void): () => void {
  listeners.add(listener)
  // Of the other tabs.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function tell(): void {
  for (const listener of listeners) listener()
}

const textOf = ({ person, at }: { person: string; at: string }) => `${person} ${at}`

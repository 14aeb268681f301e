import { deviceStorage } from './web-storage.ts'

/**
 * Removes even what a sign-out leaves on this device, for a user who will not come back: what they have seen, chosen
 * and dismissed, and their unload journals. Keys, list entries and object keys that contain their id belong to them.
 */
export function forgetPersonHere(userId: string): void {
  for (const key of deviceStorage.keys()) {
    const text = deviceStorage.getItem(key) ?? ''
    if (key.includes(userId)) deviceStorage.removeItem(key)
    else if (text.includes(userId)) deviceStorage.setItem(key, textWithout(userId, text))
  }
}

function textWithout(userId: string, text: string): string {
  const belongsToOthers = (entry: string) => !entry.includes(userId)
  if (text.startsWith('[')) return JSON.stringify((JSON.parse(text) as string[]).filter(belongsToOthers))
  if (!text.startsWith('{')) return text.split(' ').filter(belongsToOthers).join(' ')
  return JSON.stringify(
    Object.fromEntries(Object.entries(JSON.parse(text) as object).filter(([key]) => belongsToOthers(key))),
  )
}

import { deviceStorage } from './web-storage.ts'

/**
 * Removes even what a sign-out leaves on this device, for a person who will not come back: what they have seen, chosen
 * and dismissed, and their unload journals. Keys, list entries and object keys that contain their id belong to them.
 */
export function forgetPersonHere(person: string): void {
  for (const key of deviceStorage.keys()) {
    const text = deviceStorage.getItem(key) ?? ''
    if (key.includes(person)) deviceStorage.removeItem(key)
    else if (text.includes(person)) deviceStorage.setItem(key, textWithout(person, text))
  }
}

function textWithout(person: string, text: string): string {
  const belongsToOthers = (entry: string) => !entry.includes(person)
  if (text.startsWith('[')) return JSON.stringify((JSON.parse(text) as string[]).filter(belongsToOthers))
  if (!text.startsWith('{')) return text.split(' ').filter(belongsToOthers).join(' ')
  return JSON.stringify(
    Object.fromEntries(Object.entries(JSON.parse(text) as object).filter(([key]) => belongsToOthers(key))),
  )
}

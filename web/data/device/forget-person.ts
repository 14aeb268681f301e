import { deviceStorage } from './web-storage.ts'

/**
 * Forgets what stays on this device of somebody when they sign out, for they will not come back: what they have seen, chosen and put away,
 * and what their pages have left. It stands under their id, or as a list or an object of entries that begin with it.
 */
export function forgetPersonHere(person: string): void {
  for (const key of deviceStorage.keys()) {
    const text = deviceStorage.getItem(key) ?? ''
    if (key.includes(person)) deviceStorage.removeItem(key)
    else if (text.includes(person)) deviceStorage.setItem(key, textWithout(person, text))
  }
}

function textWithout(person: string, text: string): string {
  const isOthers = (entry: string) => !entry.includes(person)
  if (text.startsWith('[')) return JSON.stringify((JSON.parse(text) as string[]).filter(isOthers))
  if (!text.startsWith('{')) return text.split(' ').filter(isOthers).join(' ')
  return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).filter(([key]) => isOthers(key))))
}

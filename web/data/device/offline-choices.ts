import { deviceStorage } from './web-storage.ts'

/** Where the choices of all who use this device stand: 'person trip' each. Read without who is signed in, which follows from it. */
const KEY = 'wayfare.keep-whole'

export function readChoices(): string[] {
  return JSON.parse(deviceStorage.getItem(KEY) ?? '[]') as string[]
}

/** Nothing forgets the choices of everybody. */
export function writeChoices(choices: readonly string[] | undefined): void {
  if (choices) deviceStorage.setItem(KEY, JSON.stringify(choices))
  else deviceStorage.removeItem(KEY)
}

/** Whether somebody has said that this device is theirs: it keeps a trip for them. */
export function isOwnDevice(person: string | undefined): boolean {
  return person !== undefined && readChoices().some((choice) => choice.startsWith(`${person} `))
}

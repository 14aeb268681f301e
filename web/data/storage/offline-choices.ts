import { deviceStorage } from './web-storage.ts'

/** The choices of everybody, each 'userId tripId'. The session reads them, so this module must not import it. */
const KEY = 'wayfare.keep-whole'

export function readChoices(): string[] {
  return JSON.parse(deviceStorage.getItem(KEY) ?? '[]') as string[]
}

/** @param choices undefined removes the choices of everybody */
export function writeChoices(choices: readonly string[] | undefined): void {
  if (choices) deviceStorage.setItem(KEY, JSON.stringify(choices))
  else deviceStorage.removeItem(KEY)
}

/** Whether a user treats this device as their own: they made a trip available offline on it. */
export function isOwnDevice(userId: string | undefined): boolean {
  return userId !== undefined && readChoices().some((choice) => choice.startsWith(`${userId} `))
}

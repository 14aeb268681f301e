import { deviceStorage } from './web-storage.ts'

const KEY = 'wayfare.copies-to-drop'

/** Whether this device still has copies of a person who is no longer signed in: see device-copies.ts. */
export const hasCopiesToDrop = (): boolean => deviceStorage.getItem(KEY) !== null
export const markCopiesToDrop = (): void => void deviceStorage.setItem(KEY, '1')
export const forgetCopiesToDrop = (): void => deviceStorage.removeItem(KEY)

import { deviceStorage } from './web-storage.ts'

/** To which services of others somebody agreed on this device: `userId/tripId/service`, separated by spaces. */
const KEY = 'wayfare.agreed-services'

const entryOf = (userId: string, tripId: string, service: string) =>
  `${userId}/${tripId}/${encodeURIComponent(service)}`
const agreed = () => (deviceStorage.getItem(KEY) ?? '').split(' ')

export function hasAgreed(userId: string, tripId: string, service: string): boolean {
  return agreed().includes(entryOf(userId, tripId, service))
}

export function agree(userId: string, tripId: string, service: string): void {
  if (!hasAgreed(userId, tripId, service))
    deviceStorage.setItem(KEY, [...agreed(), entryOf(userId, tripId, service)].join(' ').trim())
}

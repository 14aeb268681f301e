import {
  PUSH_PATH,
  PUSH_REMOVAL_PATH,
  type PushResponse,
  type PushSubscriptionRequest,
  pushResponse,
} from '#domain/api/notices.ts'
import { deviceZone } from '#web/browser/device-zone.ts'
import {
  askPushPermission,
  closeNotifications,
  endPushSubscription,
  findPushSubscription,
  keyOfSubscription,
  pushPermission,
  subscribeToPush,
} from '#web/browser/push.ts'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { queryCache } from '../root/query-cache.ts'
import { deviceStorage } from '../storage/web-storage.ts'

/*
 * Whether this browser gets pushes, and for whom.
 * Invariants: it gets them only for the user who turned them on here. A sign-out ends that, also offline.
 * Failure: what a browser has lost, or has for an older key of the server, is made again at the next start of the app.
 */

/** Value: the user who turned pushes on here, and the key of the server at that time. */
const PUSH_KEY = 'wayfare.push'

/** The value, where a subscription is still to be ended. */
const OFF = 'off'

/** What the server knows of the user's devices. */
export const pushDevices: Query<PushResponse> = {
  key: ['push'],
  queryFn: () => request(PUSH_PATH, { schema: pushResponse }),
  shouldRefetch: ({ error }) => error !== undefined,
}

const readRecord = () => (deviceStorage.getItem(PUSH_KEY) ?? '').split(' ')

/** Whether a user has turned pushes on here. */
export const isPushOn = (userId: string): boolean => readRecord()[0] === userId

/**
 * Turns pushes on. Call it during a press.
 * @returns what the user answered, if the browser asked them
 * @throws AppError, or what the browser refuses with
 */
export async function turnPushOn(userId: string, publicKey: string): Promise<NotificationPermission> {
  const answer = await askPushPermission()
  if (answer === 'granted') await subscribe(userId, publicKey)
  return answer
}

async function subscribe(userId: string, publicKey: string): Promise<void> {
  let subscription = await findPushSubscription()
  // The push service refuses what is signed with another key than the one of the subscription.
  if (subscription && (keyOfSubscription(subscription) || readRecord()[1]) !== publicKey) {
    await endPushSubscription(subscription)
    subscription = undefined
  }
  subscription ??= await subscribeToPush(publicKey)
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  const body: PushSubscriptionRequest = { endpoint, keys: { p256dh, auth }, public_key: publicKey, zone: deviceZone() }
  try {
    await request(PUSH_PATH, { method: 'PUT', body })
    deviceStorage.setItem(PUSH_KEY, `${userId} ${publicKey}`)
  } finally {
    // After a failure too: the server may have another key now.
    queryCache.invalidate(pushDevices.key)
  }
}

/** Turns pushes off for this browser. @throws AppError if neither the browser has ended them nor the server was told */
export async function turnPushOff(): Promise<void> {
  const subscription = await endPushHere()
  try {
    if (subscription) await request(PUSH_REMOVAL_PATH, { method: 'POST', body: { endpoint: subscription.endpoint } })
  } catch (failure) {
    // The push service tells the server about a subscription that has ended.
    if (!subscription?.hasEnded) throw failure
  } finally {
    queryCache.invalidate(pushDevices.key)
  }
}

/** Ends the subscription of this browser, without the server, and closes what was shown. */
export async function endPushHere(): Promise<{ endpoint: string; hasEnded: boolean } | undefined> {
  deviceStorage.removeItem(PUSH_KEY)
  void closeNotifications()
  const subscription = await findPushSubscription()
  if (!subscription) return undefined
  const hasEnded = await endPushSubscription(subscription)
  // What the browser did not end is not renewed at the next start, but ended.
  if (!hasEnded) deviceStorage.setItem(PUSH_KEY, OFF)
  return { endpoint: subscription.endpoint, hasEnded }
}

/**
 * Call it once at each start: some browsers drop subscriptions silently, and the server may have another key. A
 * subscription of somebody else ends.
 */
export async function renewPush(userId: string): Promise<void> {
  const [owner] = readRecord()
  if (owner !== userId) {
    const subscription = await findPushSubscription()
    if (!subscription) return deviceStorage.removeItem(PUSH_KEY)
    // The browser may have lost the record alone, or a guest's subscription has gone to their account.
    const isOwn = owner !== OFF && (await queryCache.fetchQuery(pushDevices)).devices.some(({ is_this }) => is_this)
    if (!isOwn) return void (await endPushHere())
  }
  if (pushPermission() !== 'granted') return
  const { public_key } = await queryCache.fetchQuery(pushDevices)
  if (public_key !== null) await subscribe(userId, public_key)
}

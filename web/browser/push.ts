import { isApplePhoneOrTablet } from './apple-device.ts'
import { findServiceWorkers } from './service-workers.ts'

/*
 * Pushes on this device (Push API).
 * Failure: where the browser lacks a part, forbids it or is slow, there is no subscription; nothing waits forever.
 */

/** `home_screen`: an iPhone or iPad pushes only to an app that was opened from its home screen. */
export type PushSupport = 'works' | 'home_screen' | 'none'

/** A service worker that was just registered needs a while. */
const READY_MS = 10_000

export function findPushSupport(): PushSupport {
  if (isApplePhoneOrTablet() && !matchMedia('(display-mode: standalone)').matches) return 'home_screen'
  const hasAll = findServiceWorkers() !== undefined && 'PushManager' in globalThis && 'Notification' in globalThis
  return hasAll ? 'works' : 'none'
}

/** Whether the user lets this site notify them; 'denied' where the browser cannot. */
export function pushPermission(): NotificationPermission {
  return 'Notification' in globalThis ? Notification.permission : 'denied'
}

/** Asks the user. Call it during a press, or browsers refuse. */
export async function askPushPermission(): Promise<NotificationPermission> {
  return 'Notification' in globalThis ? Notification.requestPermission() : 'denied'
}

/** This browser's subscription; undefined if it has none, or cannot say. */
export async function findPushSubscription(): Promise<PushSubscription | undefined> {
  try {
    const registration = await findServiceWorkers()?.getRegistration()
    return (await registration?.pushManager?.getSubscription()) ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Subscribes this browser, for the server with this key.
 * @throws if the browser or its push service refuses
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscription> {
  const ready = findServiceWorkers()?.ready
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, READY_MS))
  const registration = await Promise.race([ready, late])
  if (!registration) throw new Error('There is no service worker')
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** Ends a subscription. Returns whether the browser has none now. */
export async function endPushSubscription(subscription: PushSubscription): Promise<boolean> {
  return subscription.unsubscribe().catch(() => false)
}

/** Closes notifications that are shown on this device. @param tag closes only those, such as a trip's id */
export async function closeNotifications(tag?: string): Promise<void> {
  try {
    const registration = await findServiceWorkers()?.getRegistration()
    const shown = await registration?.getNotifications(tag === undefined ? {} : { tag })
    for (const notification of shown ?? []) notification.close()
  } catch {
    // What stays is closed by the person.
  }
}

/** The key with which a browser subscribed, as base64url; '' if it does not say. */
export function keyOfSubscription({ options }: Pick<PushSubscription, 'options'>): string {
  const key = options?.applicationServerKey
  if (!key) return ''
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Calls `open` with the path of a notification that was pressed. Returns the function that ends it. */
export function onPressedNotification(open: (path: string) => void): () => void {
  const workers = findServiceWorkers()
  const listen = ({ data, ports }: MessageEvent) => {
    const path: unknown = data?.openPath
    if (typeof path !== 'string' || !(path === '/' || path.startsWith('/trip/'))) return
    // The service worker loads the path itself if no page answers.
    ports[0]?.postMessage('opened')
    open(path)
  }
  workers?.addEventListener('message', listen)
  return () => workers?.removeEventListener('message', listen)
}

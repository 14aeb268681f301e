import { API_VERSION, APP_HEADER } from '#domain/api/api-version.ts'
import { pathOfNotification, pushMessage } from './push-message.ts'

/*
 * Pushes.
 * Job: shows what is pushed, opens its trip when it is pressed, and subscribes again when the browser has ended the
 *   subscription.
 */

declare const self: ServiceWorkerGlobalScope

/** As in domain/api/notices.ts, whose schemas the service worker does not need. */
const PUSH_PATH = '/api/push'
/** A page that has not answered by then sleeps or has no listener, for example before somebody signs in. */
const ANSWER_MS = 3000

/** `pushResponse`. */
interface SubscribedDevices {
  public_key: string | null
  devices: { is_this: boolean }[]
}

/** Not in lib.webworker. */
interface SubscriptionChangeEvent extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null
}

export function listenToPushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openPath(pathOfNotification(event.notification.data)))
  })
  self.addEventListener('pushsubscriptionchange', (event) => {
    const changed = event as SubscriptionChangeEvent
    // The next start of the app tries again.
    changed.waitUntil(subscribeAgain(changed.oldSubscription ?? undefined).catch(() => {}))
  })
}

/** Also while the app is on the screen: a push that shows nothing costs the permission. */
function showPush(data: PushMessageData | null): Promise<void> {
  const { title, options } = pushMessage(textOf(data))
  return self.registration.showNotification(title, options)
}

function textOf(data: PushMessageData | null): string | undefined {
  try {
    return data?.text()
  } catch {
    return undefined
  }
}

/** Opens a page in a window that is there, without a reload, so that nothing unsaved is lost; else in a new one. */
async function openPath(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const client = windows.find(({ focused }) => focused) ?? windows[0]
  if (!client) return void (await self.clients.openWindow(path))
  const focused = await client.focus().catch(() => client)
  if (await isOpenedByPage(focused, path)) return
  await focused.navigate(path).catch(() => self.clients.openWindow(path))
}

function isOpenedByPage(client: WindowClient, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), ANSWER_MS)
    client.postMessage({ openPath: path }, [port2])
  })
}

async function subscribeAgain(former: PushSubscription | undefined): Promise<void> {
  const response = await fetch(PUSH_PATH, { credentials: 'include' })
  if (!response.ok) return
  const { public_key, devices } = (await response.json()) as SubscribedDevices
  // Somebody who has signed in since then and gets no pushes on this device must not get them now.
  if (public_key === null || !devices.some(({ is_this }) => is_this)) return
  await former?.unsubscribe().catch(() => false)
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: public_key,
  })
  const { endpoint, keys } = subscription.toJSON()
  await fetch(PUSH_PATH, {
    method: 'PUT',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', [APP_HEADER]: String(API_VERSION) },
    body: JSON.stringify({ endpoint, keys, public_key }),
  })
}

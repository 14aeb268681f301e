import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PUSH_PATH, PUSH_REMOVAL_PATH } from '#domain/api/notices.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { endPushHere, isPushOn, renewPush } from '#web/data/push/push.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { deviceStorage } from '#web/data/storage/web-storage.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { button } from '#web/testing/screen.ts'
import { PushPart } from './push-part.tsx'

const [KEY, NEW_KEY] = ['A'.repeat(87), `${'B'.repeat(86)}A`]
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148 Safari/604.1'

/** A browser has no push service in a test. */
class FakeSubscription {
  static current: FakeSubscription | null = null
  static made = 0
  readonly endpoint = `https://push.example/${FakeSubscription.made++}`
  readonly options: { applicationServerKey: ArrayBuffer }
  constructor(key: string) {
    const bytes = Uint8Array.from(atob(`${key.replaceAll('-', '+').replaceAll('_', '/')}=`), (c) => c.charCodeAt(0))
    this.options = { applicationServerKey: bytes.buffer }
  }
  toJSON = () => ({ endpoint: this.endpoint, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } })
  unsubscribe = async () => {
    if (FakeSubscription.current === this) FakeSubscription.current = null
    return true
  }
}

interface Options {
  permission?: NotificationPermission
  answer?: NotificationPermission
  publicKey?: string | null
  devices?: object[]
}

const sent: [string, unknown][] = []
let publicKey: string | null

function fakeBrowser({ permission = 'default', answer = 'granted', devices = [], ...more }: Options = {}) {
  publicKey = more.publicKey === undefined ? KEY : more.publicKey
  const registration = {
    pushManager: {
      getSubscription: async () => FakeSubscription.current,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        FakeSubscription.current = new FakeSubscription(applicationServerKey)
        return FakeSubscription.current
      },
    },
  }
  const workers = { getRegistration: async () => registration, ready: Promise.resolve(registration) }
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(workers as never)
  const Fake = {
    permission,
    requestPermission: async () => {
      Fake.permission = answer
      return answer
    },
  }
  vi.stubGlobal('Notification', Fake)
  responses.set(PUSH_PATH, async (body, _query, method) => {
    if (method === 'PUT') sent.push(['on', body])
    return method === 'PUT' ? null : { public_key: publicKey, devices }
  })
  responses.set(PUSH_REMOVAL_PATH, async (body) => {
    sent.push(['off', body])
    return null
  })
}

async function openPart(options?: Options) {
  fakeBrowser(options)
  const { show } = await openTrip()
  show(<PushPart />)
}

beforeEach(() => {
  sent.length = 0
  FakeSubscription.current = null
  deviceStorage.removeItem('wayfare.push')
  queryCache.forgetPerson()
  return () => vi.unstubAllGlobals()
})

test('it is turned on and off again, and the browser asks only after a press', async () => {
  await openPart()
  await expect.element(page.getByText('The lock screen only shows the trip’s name')).toBeVisible()
  await expectNoAxeFindings()
  await button('Turn on notifications').click()
  await expect.element(page.getByText('Notifications are on for this device')).toBeVisible()
  expect(sent).toEqual([['on', expect.objectContaining({ endpoint: expect.any(String), public_key: KEY })]])
  await button('Turn off on this device').click()
  await expect.element(button('Turn on notifications')).toBeVisible()
  await expect.poll(() => sent.at(-1)).toEqual(['off', { endpoint: expect.any(String) }])
  expect(FakeSubscription.current).toBeNull()
})

test.each([
  ['denied', /^Your browser blocks notifications/],
  ['default', /^Notifications are still off/],
] as const)('the answer %s is explained', async (answer, text) => {
  await openPart({ answer })
  await button('Turn on notifications').click()
  await expect.element(page.getByText(text)).toBeVisible()
  expect(sent).toEqual([])
})

test('a server without notifications says so', async () => {
  await openPart({ publicKey: null })
  await expect.element(page.getByText(/^This server doesn’t send notifications/)).toBeVisible()
})

test('a server that no longer sends notifications says so, although they were turned on here', async () => {
  FakeSubscription.current = new FakeSubscription(KEY)
  deviceStorage.setItem('wayfare.push', `${ROBIN.id} ${KEY}`)
  await openPart({ permission: 'granted', publicKey: null })
  await expect.element(page.getByText(/^This server doesn’t send notifications/)).toBeVisible()
  await expect.element(button('Turn off on this device')).not.toBeInTheDocument()
})

test('a device that cannot be reached says so', async () => {
  deviceStorage.setItem('wayfare.push', `${ROBIN.id} ${KEY}`)
  const failed_since = '2026-07-01T10:00:00.000Z'
  await openPart({ permission: 'granted', devices: [{ id: ROBIN.id, device: '', is_this: true, failed_since }] })
  await expect.element(page.getByText(/^This device hasn’t been reachable since/)).toBeVisible()
  await expectNoAxeFindings()
})

test('what the server refuses is told as it says it, and its key is fetched again', async () => {
  await openPart()
  await expect.element(button('Turn on notifications')).not.toHaveAttribute('aria-busy')
  const asked = responses.get(PUSH_PATH)
  responses.set(PUSH_PATH, async (body, query, method) => {
    if (method === 'PUT') throw new AppError('push_key_changed', m.api_errors_push_key_changed())
    publicKey = NEW_KEY
    return asked?.(body, query, method)
  })
  await button('Turn on notifications').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The key of this server has changed.')
  responses.set(PUSH_PATH, asked ?? (async () => null))
  await button('Turn on notifications').click()
  await expect.element(button('Turn off on this device')).toBeVisible()
  expect(sent.map(([, body]) => (body as { public_key: string }).public_key)).toEqual([NEW_KEY])
})

test('turning off fails only if neither the browser nor the server has ended it', async () => {
  const subscription = new FakeSubscription(KEY)
  FakeSubscription.current = subscription
  deviceStorage.setItem('wayfare.push', `${ROBIN.id} ${KEY}`)
  await openPart({ permission: 'granted' })
  responses.set(PUSH_REMOVAL_PATH, async () => {
    throw new AppError('unreachable')
  })
  vi.spyOn(subscription, 'unsubscribe').mockResolvedValueOnce(false)
  await button('Turn off on this device').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Notifications couldn’t be turned off.')
  await button('Try again').click()
  await expect.element(button('Turn on notifications')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(FakeSubscription.current).toBeNull()
})

test('a browser without push says what works instead', async () => {
  fakeBrowser()
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(undefined as never)
  const { show } = await openTrip()
  show(<PushPart />)
  await expect.element(page.getByText(/^This browser can’t show notifications/)).toBeVisible()
})

test('an iPhone is told to use the home screen', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE)
  await openPart()
  await expect.element(page.getByText(/add Wayfare to your home screen first/)).toBeVisible()
})

test('offline, it says when it can be changed', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await openPart()
  await expect.element(page.getByText(/^You’re offline. You can change this/)).toBeVisible()
})

test('other devices are listed', async () => {
  const device = { id: ROBIN.id, device: 'Chrome on Android', is_this: false, failed_since: null }
  await openPart({ devices: [device] })
  await expect.element(page.getByText('Chrome on Android')).toBeVisible()
})

test('at a start, a lost subscription is made again, and one for another key is replaced', async () => {
  fakeBrowser({ permission: 'granted' })
  deviceStorage.setItem('wayfare.push', `${ROBIN.id} ${KEY}`)
  await renewPush(ROBIN.id)
  const first = FakeSubscription.current
  expect(first).not.toBeNull()
  queryCache.forgetPerson()
  await renewPush(ROBIN.id)
  expect(FakeSubscription.current).toBe(first)
  queryCache.forgetPerson()
  publicKey = NEW_KEY
  await renewPush(ROBIN.id)
  expect(FakeSubscription.current).not.toBe(first)
  expect(sent.map(([, body]) => (body as { public_key: string }).public_key)).toEqual([KEY, KEY, NEW_KEY])
})

test('at the start of somebody else, the subscription of the former user ends', async () => {
  fakeBrowser({ permission: 'granted' })
  FakeSubscription.current = new FakeSubscription(KEY)
  deviceStorage.setItem('wayfare.push', `somebody ${KEY}`)
  await renewPush(ROBIN.id)
  expect([FakeSubscription.current, sent, isPushOn(ROBIN.id)]).toEqual([null, [], false])
})

test('at the start of the account that a guest has become, the subscription goes on', async () => {
  const device = { id: ROBIN.id, device: 'Chrome on Android', is_this: true, failed_since: null }
  fakeBrowser({ permission: 'granted', devices: [device] })
  const subscription = new FakeSubscription(KEY)
  FakeSubscription.current = subscription
  deviceStorage.setItem('wayfare.push', `guest ${KEY}`)
  await renewPush(ROBIN.id)
  expect([FakeSubscription.current, isPushOn(ROBIN.id)]).toEqual([subscription, true])
})

test('a sign-out ends the subscription without the server', async () => {
  fakeBrowser({ permission: 'granted' })
  FakeSubscription.current = new FakeSubscription(KEY)
  deviceStorage.setItem('wayfare.push', `${ROBIN.id} ${KEY}`)
  await endPushHere()
  expect([FakeSubscription.current, sent, isPushOn(ROBIN.id)]).toEqual([null, [], false])
})

test('what the browser did not end is ended at the next start, although the server still has it', async () => {
  const device = { id: ROBIN.id, device: 'Chrome on Android', is_this: true, failed_since: null }
  fakeBrowser({ permission: 'granted', devices: [device] })
  const subscription = new FakeSubscription(KEY)
  FakeSubscription.current = subscription
  deviceStorage.setItem('wayfare.push', `${ROBIN.id} ${KEY}`)
  vi.spyOn(subscription, 'unsubscribe').mockResolvedValueOnce(false)
  await endPushHere()
  expect([FakeSubscription.current, isPushOn(ROBIN.id)]).toEqual([subscription, false])
  await renewPush(ROBIN.id)
  expect([FakeSubscription.current, sent, isPushOn(ROBIN.id)]).toEqual([null, [], false])
})

import { Hono } from 'hono'
import { canSubscribe } from '#domain/access.ts'
import { type PushResponse, pushRemoval, pushSubscription } from '#domain/api/notices.ts'
import { AppError } from '#domain/errors.ts'
import { deviceName } from '../accounts/device-name.ts'
import type { AppEnv } from '../http/context.ts'
import { parseBody } from '../http/request-body.ts'
import { listDevices, removeSubscription, storeSubscription } from '../notify/subscriptions.ts'
import type { AppDeps } from './app-deps.ts'
import { requireSession } from './session.ts'

/** In which browsers a user gets pushes. */
export function pushRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, push, clock } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/', async (c) => {
    const { user, key } = await requireSession(c, deps)
    const keys = canSubscribe(user) ? await push?.keys.load() : undefined
    const devices = keys ? await listDevices(db, user.id, key) : []
    return c.json<PushResponse>({ public_key: keys?.publicKey ?? null, devices })
  })

  routes.put('/', async (c) => {
    const { user, key } = await requireSession(c, deps)
    const subscription = await parseBody(c, pushSubscription)
    if (!canSubscribe(user)) throw new AppError('demo_account_refused')
    if (!push) throw new AppError('push_not_set_up')
    if (!push.allows(subscription.endpoint)) throw new AppError('push_not_allowed')
    const { publicKey } = await push.keys.load()
    if (subscription.public_key !== publicKey) throw new AppError('push_key_changed')
    const device = deviceName(c.req.header('user-agent'))
    await storeSubscription(db, { userId: user.id, sessionKey: key, device }, subscription, clock())
    return c.body(null, 204)
  })

  routes.post('/removal', async (c) => {
    const { user } = await requireSession(c, deps)
    await removeSubscription(db, user.id, (await parseBody(c, pushRemoval)).endpoint)
    return c.body(null, 204)
  })

  return routes
}

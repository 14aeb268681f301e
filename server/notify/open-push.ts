import type { Logger } from 'pino'
import type { Db } from '../db/engine.ts'
import type { PushSettings } from '../settings/push.ts'
import { findEndpoint } from './push-endpoints.ts'
import { PushKeys } from './push-keys.ts'
import { PushSender, type PushSenderOptions } from './push-sender.ts'
import { openPushService, type PushServiceOptions } from './push-service.ts'
import { removeSubscriptionsOfOtherKeys } from './subscriptions.ts'

export interface PushDeps extends Pick<PushServiceOptions, 'ca' | 'lookUp' | 'timeoutMs'> {
  db: Db
  log: Logger
  clock: () => Date
  onOutcome?: PushSenderOptions['onOutcome']
}

/** What the routes need to know. */
export interface Push {
  keys: PushKeys
  allows: (endpoint: string) => boolean
}

/**
 * The sender of pushes, and what browsers need to subscribe; undefined if pushes are switched off, or if push services
 * would not accept them.
 */
export function openPush(
  settings: PushSettings | undefined,
  { db, log, clock, onOutcome, ...options }: PushDeps,
): (Push & { sender: PushSender; prepare: () => Promise<void> }) | undefined {
  if (!settings) return undefined
  const { contact, services } = settings
  if (contact === undefined) return undefined
  const keys = new PushKeys(db, clock)
  const open = async () => openPushService({ settings: { services, contact }, keys: await keys.load(), ...options })
  return {
    keys,
    allows: (endpoint) => findEndpoint(services, endpoint) !== undefined,
    sender: new PushSender({ db, open, log, clock, onOutcome }),
    /** Makes the keys, and removes the subscriptions of others. */
    prepare: async () => {
      const count = await removeSubscriptionsOfOtherKeys(db, (await keys.load()).publicKey)
      if (count > 0) log.warn({ count }, 'removed push subscriptions for other keys; browsers subscribe again')
    },
  }
}

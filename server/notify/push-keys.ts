import { createECDH } from 'node:crypto'
import type { Db } from '../db/engine.ts'

/** As base64url: an uncompressed point of the curve P-256, and its private scalar. */
export interface PushKeyPair {
  publicKey: string
  privateKey: string
}

const NAME = 'vapid'
const PRIVATE_KEY_BYTES = 32

/*
 * The key pair by which push services know this installation (VAPID, RFC 8292).
 * Job: it is made once and stays, also in a restored or moved installation: every subscription is bound to it.
 * Invariants: of several processes that start at the same time, all use the pair that was stored first.
 */
export class PushKeys {
  readonly #db: Db
  readonly #clock: () => Date
  #loading: Promise<PushKeyPair> | undefined

  constructor(db: Db, clock: () => Date) {
    this.#db = db
    this.#clock = clock
  }

  /** Makes the pair if there is none. */
  load(): Promise<PushKeyPair> {
    this.#loading ??= this.#load().catch((failure) => {
      this.#loading = undefined
      throw failure
    })
    return this.#loading
  }

  async #load(): Promise<PushKeyPair> {
    const known = await this.#find()
    if (known) return known
    const { publicKey: public_key, privateKey: private_key } = makeKeyPair()
    const created_at = this.#clock().toISOString()
    await this.#db
      .insertInto('push_keys')
      .values({ name: NAME, public_key, private_key, created_at })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const stored = await this.#find()
    if (!stored) throw new Error('The keys for pushes were not stored.')
    return stored
  }

  async #find(): Promise<PushKeyPair | undefined> {
    return this.#db
      .selectFrom('push_keys')
      .select(['public_key as publicKey', 'private_key as privateKey'])
      .where('name', '=', NAME)
      .executeTakeFirst()
  }
}

function makeKeyPair(): PushKeyPair {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys().toString('base64url')
  // Without its leading zeros, which one of 256 keys has.
  const scalar = curve.getPrivateKey()
  const padding = Buffer.alloc(PRIVATE_KEY_BYTES - scalar.length)
  return { publicKey, privateKey: Buffer.concat([padding, scalar]).toString('base64url') }
}

import { type KeyObject, timingSafeEqual } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { findUser } from '../accounts/profiles.ts'
import { deriveSecret } from '../accounts/secret.ts'
import type { Db } from '../db/engine.ts'
import { stopMails } from './choices.ts'
import { findToldTrip } from './members.ts'

/*
 * Links in mails, by which somebody gets no more mails about a trip without signing in.
 * Invariants: a token says whom and which trip it is for, and is derived from the server's key, so no table has it. All
 *   that it does is switch off the mails of this user and trip.
 */

interface Scope {
  userId: string
  tripId: string
}

/** Two ids of 16 bytes as base64url, before a secret of 32 characters. */
const IDS_LENGTH = 43
const TOKEN = /^[\w-]{75}$/
const ID_BYTES = 16

const secretOf = (key: KeyObject, { userId, tripId }: Scope) => deriveSecret(key, `unsubscribe:${userId}:${tripId}`)

export function unsubscribeToken(key: KeyObject, scope: Scope): string {
  const ids = Buffer.from(`${scope.userId}${scope.tripId}`.replaceAll('-', ''), 'hex')
  return ids.toString('base64url') + secretOf(key, scope)
}

function readToken(key: KeyObject, token: string): Scope | undefined {
  if (!TOKEN.test(token)) return undefined
  const ids = Buffer.from(token.slice(0, IDS_LENGTH), 'base64url')
  const scope = { userId: toId(ids.subarray(0, ID_BYTES)), tripId: toId(ids.subarray(ID_BYTES)) }
  const isRight = timingSafeEqual(Buffer.from(token.slice(IDS_LENGTH)), Buffer.from(secretOf(key, scope)))
  return isRight ? scope : undefined
}

const toId = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * Switches off the mails about a trip. A retry changes nothing.
 * @returns the trip's name
 * @throws AppError link_not_found, also if the user or the trip is gone, or they have left it
 */
export async function unsubscribe({ db, secretKey }: { db: Db; secretKey: KeyObject }, token: string): Promise<string> {
  const scope = readToken(secretKey, token)
  const user = scope && (await findUser(db, scope.userId))
  const trip = scope && user && (await findToldTrip(db, scope.tripId, user))
  if (!trip) throw new AppError('link_not_found', m.mail_unsubscribe_link_not_found())
  await stopMails(db, scope)
  return trip.name
}

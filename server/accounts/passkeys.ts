import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { canHavePasskeys } from '#domain/access.ts'
import {
  CHALLENGE_MINUTES,
  MAX_PASSKEYS,
  type NewPasskey,
  type Passkey,
  type PasskeyAssertion,
  type PasskeysResponse,
} from '#domain/api/passkeys.ts'
import { AppError } from '#domain/errors.ts'
import { nameOfUser, type User } from '#domain/person.ts'
import * as m from '#messages'
import type { Db } from '../db/engine.ts'
import { isUniqueViolation } from '../db/violations.ts'
import { makeChallenge, takeChallenge } from './passkey-challenges.ts'
import { findUser } from './profiles.ts'
import { hashOf } from './secret.ts'
import { openSession } from './sessions.ts'
import type { SignedIn } from './sign-in.ts'

/*
 * Passkeys: keys on people's devices, with which they sign in (WebAuthn).
 * Job: a user with an account or a guest adds passkeys, and signs in with one without typing who they are.
 * Invariants: only public keys are stored. Each user has a handle of their own, so a device that several people share
 *   keeps one for each of them, and `excludeCredentials` stops a device from replacing one. A passkey belongs to the
 *   host for which it was made.
 * Failure: one that was removed, or whose user is gone, fails like one that never existed. What a device signed wrongly
 *   is `passkey_refused`, and says no more.
 */

/** Loaded when somebody needs it: it would double the time that the server takes to start. */
const webauthn = () => import('@simplewebauthn/server')

/** The address at which people use the app: `rpId` is its host, as WebAuthn calls it. */
export interface Site {
  origin: string
  rpId: string
}

export function siteOf(origin: string): Site {
  return { origin, rpId: new URL(origin).hostname }
}

/** Browsers have passkeys only for names, and only where nobody on the network can change the page. */
export function findObstacle({ origin, rpId }: Site): PasskeysResponse['unavailable'] {
  if (isIP(rpId.replace(/^\[(.*)\]$/, '$1')) !== 0) return 'address'
  const isLocal = rpId === 'localhost' || rpId.endsWith('.localhost')
  return origin.startsWith('https:') || isLocal ? null : 'insecure'
}

/** @throws AppError passkeys_unavailable */
export function requirePossible(site: Site): void {
  if (findObstacle(site) !== null) throw new AppError('passkeys_unavailable')
}

const columns = ['id', 'name', 'host', 'created_at', 'used_at'] as const

/** The user's passkeys, the newest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** What the browser needs to make a passkey. @throws AppError passkeys_full */
export async function creationOptions(db: Db, user: User, { rpId }: Site, now: Date) {
  await requireRoom(db, user.id)
  const own = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', user.id)
    .where('host', '=', rpId)
    .execute()
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: 'Wayfare',
    rpID: rpId,
    // Says nothing about the person, and no two users share it.
    userID: Buffer.from(user.id.replaceAll('-', ''), 'hex'),
    userName: user.email ?? nameOfUser(user),
    userDisplayName: nameOfUser(user),
    challenge: await makeChallenge(db, user.id, now),
    timeout: CHALLENGE_MINUTES * 60_000,
    attestationType: 'none',
    excludeCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/**
 * Adds a passkey that the browser has made.
 * @param name of the device; '' if unknown
 * @param linkSession the key of the session, if it began with the guest's personal link
 * @throws AppError passkey_expired, passkey_refused, passkey_exists, passkeys_full
 */
export async function addPasskey(
  db: Db,
  user: User,
  response: NewPasskey,
  { site, name, linkSession, now }: { site: Site; name: string; linkSession: string | null; now: Date },
): Promise<Passkey> {
  const expectedChallenge = await takeChallenge(db, response.response.clientDataJSON, user.id, now)
  if (expectedChallenge === undefined) throw new AppError('passkey_expired')
  const { verifyRegistrationResponse } = await webauthn()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
  }).catch((cause) => {
    throw new AppError('passkey_refused', undefined, { cause })
  })
  if (!verified || registrationInfo.credential.id !== response.id) throw new AppError('passkey_refused')
  const { credential } = registrationInfo
  const added = {
    id: randomUUID() as string,
    name: name || m.passkeys_default_name(),
    host: site.rpId,
    created_at: now.toISOString(),
    used_at: null,
  }
  try {
    await db.transaction().execute(async (trx) => {
      await requireRoom(trx, user.id)
      await trx
        .insertInto('passkeys')
        .values({
          ...added,
          link_session: linkSession,
          user_id: user.id,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey).toString('base64url'),
          sign_count: credential.counter,
          transports: JSON.stringify(response.response.transports ?? []),
        })
        .execute()
    })
  } catch (failure) {
    throw isUniqueViolation(failure) ? new AppError('passkey_exists', undefined, { cause: failure }) : failure
  }
  return added
}

async function requireRoom(db: Db, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_PASSKEYS) throw new AppError('passkeys_full')
}

/** @throws AppError passkey_not_found */
export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new AppError('passkey_not_found')
}

/** Does nothing if it is already gone. */
export async function removePasskey(db: Db, userId: string, id: string): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).execute()
}

/** What the browser needs to sign in with any of the passkeys on the device. */
export async function requestOptions(db: Db, { rpId }: Site, now: Date) {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: await makeChallenge(db, null, now),
    timeout: CHALLENGE_MINUTES * 60_000,
    userVerification: 'required',
  })
}

/**
 * Opens a session for the user of a passkey. The user handle is ignored: the credential's id is unique, and the
 * signature is verified with the key stored for it.
 * @throws AppError passkey_expired, passkey_not_found, passkey_elsewhere, passkey_refused
 */
export async function signInByPasskey(db: Db, response: PasskeyAssertion, site: Site, now: Date): Promise<SignedIn> {
  const expectedChallenge = await takeChallenge(db, response.response.clientDataJSON, null, now)
  if (expectedChallenge === undefined) throw new AppError('passkey_expired')
  const stored = await db.selectFrom('passkeys').selectAll().where('credential_id', '=', response.id).executeTakeFirst()
  const user = stored && (await findUser(db, stored.user_id))
  if (!user || !canHavePasskeys(user)) throw new AppError('passkey_not_found')
  if (stored.host !== site.rpId)
    throw new AppError('passkey_elsewhere', m.api_errors_passkey_elsewhere({ host: stored.host }))
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    credential: {
      id: stored.credential_id,
      publicKey: Buffer.from(stored.public_key, 'base64url'),
      counter: Number(stored.sign_count),
    },
  }).catch((cause) => {
    throw new AppError('passkey_refused', undefined, { cause })
  })
  if (!verified) throw new AppError('passkey_refused')
  return db.transaction().execute(async (trx) => {
    const byLink = stored.link_session !== null
    const token = await openSession(trx, user, now, { byLink })
    const { numUpdatedRows } = await trx
      .updateTable('passkeys')
      .set({
        sign_count: authenticationInfo.newCounter,
        used_at: now.toISOString(),
        ...(byLink && { link_session: hashOf(token) }),
      })
      .where('id', '=', stored.id)
      // Of two uses of a copied key at the same time, only one counts up.
      .where('sign_count', '=', stored.sign_count)
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new AppError('passkey_refused')
    return { user, token }
  })
}

/** Ends all passkeys of a user. */
export async function removePasskeys(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
}

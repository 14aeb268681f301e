import * as z from 'zod/mini'
import * as m from '#messages'
import { id } from '../id.ts'
import { nameText, textLength } from '../text.ts'
import { MAX_PASSWORD } from './auth.ts'

/*
 * Passkeys (WebAuthn), by which users with an account and guests sign in.
 * `GET    /auth/v1/passkeys`                          `passkeysResponse`: the user's own, and whether they work here
 * `POST   /auth/v1/passkeys/creation`                 `passkeyCreation`, answered by `passkeyOptions` for the browser
 * `POST   /auth/v1/passkeys`                          `newPasskey`, answered by `passkey`
 * `PATCH  /auth/v1/passkeys/:passkeyId`               `passkeyName`
 * `DELETE /auth/v1/passkeys/:passkeyId`               removes it
 * `POST   /auth/v1/passkeys/request`                  answered by `passkeyOptions`, to sign in
 * `POST   /auth/v1/token?grant_type=passkey`          `passkeyAssertion`, answered like every sign-in
 * A challenge is in the options. It works once, within `CHALLENGE_MINUTES`.
 */

export const MAX_PASSKEYS = 20
export const MAX_PASSKEY_NAME = 60
export const CHALLENGE_MINUTES = 5

/** Binary values travel as base64url, as the JSON form of WebAuthn has them. */
const base64url = (max: number) => z.string().check(textLength(1, max), z.regex(/^[\w-]+$/))
const CREDENTIAL_ID = 1400

export const passkey = z.object({
  id,
  name: z.string(),
  /** The only host at which it works. */
  host: z.string(),
  created_at: z.iso.datetime(),
  used_at: z.nullable(z.iso.datetime()),
})
export type Passkey = z.infer<typeof passkey>

export const passkeysResponse = z.object({
  /** Why no passkey can be made or used at this address; null if it can. */
  unavailable: z.nullable(z.enum(['address', 'insecure'])),
  /** The host of new passkeys. */
  host: z.string(),
  passkeys: z.array(passkey),
})
export type PasskeysResponse = z.infer<typeof passkeysResponse>

/** `password`: needed for accounts, so that an unattended device does not let somebody in for good. */
export const passkeyCreation = z.strictObject({
  password: z.optional(z.string().check(textLength(1, MAX_PASSWORD, () => m.api_errors_field_name_password()))),
})
export type PasskeyCreation = z.infer<typeof passkeyCreation>

/** What `navigator.credentials` gets, in its JSON form. Only the library reads it. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })

const common = {
  id: base64url(CREDENTIAL_ID),
  rawId: base64url(CREDENTIAL_ID),
  type: z.literal('public-key'),
  clientExtensionResults: z.optional(z.unknown()),
  authenticatorAttachment: z.optional(z.nullable(z.string())),
}

/** The JSON form of a RegistrationResponse. */
export const newPasskey = z.strictObject({
  ...common,
  response: z.strictObject({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(8000),
    transports: z.optional(z.array(z.string().check(textLength(1, 20))).check(z.maxLength(10))),
    publicKeyAlgorithm: z.optional(z.number()),
    publicKey: z.optional(z.string().check(textLength(0, 4000))),
    authenticatorData: z.optional(z.string().check(textLength(0, 4000))),
  }),
})
export type NewPasskey = z.infer<typeof newPasskey>

/** The JSON form of an AuthenticationResponse. */
export const passkeyAssertion = z.strictObject({
  ...common,
  response: z.strictObject({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: z.optional(z.nullable(z.string().check(textLength(0, 100)))),
  }),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

export const passkeyName = z.strictObject({
  name: nameText(MAX_PASSKEY_NAME, () => m.api_errors_field_name_passkey()),
})
export type PasskeyName = z.input<typeof passkeyName>

import * as z from 'zod/mini'
import * as m from '#messages'
import { id } from '../id.ts'
import { textLength } from '../text.ts'
import { MAX_PASSWORD, NEW_PASSWORD_MIN } from './auth.ts'
import { credentials, email } from './credentials.ts'

/*
 * Ways to sign in again, such as on another device.
 * `POST /auth/v1/device-code`                       makes a code: `deviceCodeMade`. The previous code stops working
 * `POST /auth/v1/token?grant_type=device_code`      `deviceCode`, answered like every sign-in
 * `GET  /auth/v1/personal-link`                     the guest's own link: `personalLinkResponse`
 * `POST /auth/v1/personal-link`                     makes a link: `personalLinkMade`. The previous link stops working
 * `DELETE /auth/v1/personal-link`                   revokes it
 * `POST /auth/v1/personal-link/look`                `personalSecret`, answered by `personOfLink`
 * `POST /auth/v1/token?grant_type=personal_link`    `personalSecret`, answered like every sign-in
 * `POST /api/trips/:tripId/people/:personId/personal-link`
 *                                                   an organizer makes a link for a guest: `personalLinkMade`
 * Secrets are sent in request bodies, never in URLs, which may be logged.
 */

export const deviceCode = z.strictObject({
  code: z.string().check(textLength(1, 100, () => m.api_errors_field_name_code())),
})
/** `expires_in` is in seconds, since a device's clock may be wrong. */
export const deviceCodeMade = z.object({ code: z.string(), expires_in: z.number() })
export type DeviceCodeMade = z.infer<typeof deviceCodeMade>

/** When the link was made; null if there is none. The link itself cannot be shown again. */
export const personalLinkResponse = z.object({ made_at: z.nullable(z.iso.datetime()) })
export type PersonalLinkResponse = z.infer<typeof personalLinkResponse>
export const personalLinkMade = z.object({ secret: z.string() })
export type PersonalLinkMade = z.infer<typeof personalLinkMade>
export const personalSecret = z.strictObject({ secret: z.string().check(textLength(1, 100)) })
/** `is_you`: whether the link belongs to the user who asks. */
export const personOfLink = z.object({ name: z.string(), is_you: z.boolean() })
export type PersonOfLink = z.infer<typeof personOfLink>

/** `POST /auth/v1/token?grant_type=password`. `guest`: the guest who is signed in, to merge into the account. */
export const signInWithGuest = z.extend(credentials, { guest: z.optional(id) })
export type SignInWithGuest = z.input<typeof signInWithGuest>

/** `PUT /auth/v1/user`: turns a guest into an account. */
export const newCredentials = z.strictObject({
  email,
  password: z.string().check(textLength(NEW_PASSWORD_MIN, MAX_PASSWORD, () => m.api_errors_field_name_new_password())),
})
export type NewCredentials = z.input<typeof newCredentials>

/** What a session response may contain besides the user. */
export const sessionNews = z.object({
  /** When a guest's personal link was last used, if ever. */
  link_used_at: z.optional(z.iso.datetime()),
  /** The guests merged into this account. Their pending operations on a device now belong to this user. */
  formerly: z.optional(z.array(id)),
})
export type SessionNews = z.infer<typeof sessionNews>

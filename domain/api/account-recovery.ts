import * as z from 'zod/mini'
import { id } from '../id.ts'
import { textLength } from '../text.ts'
import { MAX_PASSWORD, NEW_PASSWORD_MIN } from './auth.ts'
import { credentials, email } from './credentials.ts'

/*
 * How somebody who plans trips here comes back on another device.
 * `POST /auth/v1/device-code`                       makes a code, answered by `deviceCodeMade`; the one before opens nothing any more
 * `POST /auth/v1/token?grant_type=device_code`      `deviceCode`, answered as every sign-in
 * `GET  /auth/v1/personal-link`                     a guest's own: `personalLinkAnswer`
 * `POST /auth/v1/personal-link`                     makes one, answered by `personalLinkMade`; the one before ends
 * `DELETE /auth/v1/personal-link`                   ends it
 * `POST /auth/v1/personal-link/look`                `personalSecret`, answered by `personOfLink`
 * `POST /auth/v1/token?grant_type=personal_link`    `personalSecret`, answered as every sign-in
 * `POST /api/trips/:tripId/people/:personId/personal-link`  an organizer makes one for a guest, answered by `personalLinkMade`
 * Secrets are sent in bodies, never in an address that a log may keep.
 */

/** As it was typed. */
export const deviceCode = z.strictObject({
  code: z.string().check(textLength(1, 100, 'the code that the other device shows')),
})
/** `expires_in`: in how many seconds, since not every device knows what time it is. */
export const deviceCodeMade = z.object({ code: z.string(), expires_in: z.number() })
export type DeviceCodeMade = z.infer<typeof deviceCodeMade>

/** Since when there is a link; null where there is none. The link itself nobody can be shown again. */
export const personalLinkAnswer = z.object({ made_at: z.nullable(z.iso.datetime()) })
export type PersonalLinkAnswer = z.infer<typeof personalLinkAnswer>
export const personalLinkMade = z.object({ secret: z.string() })
export type PersonalLinkMade = z.infer<typeof personalLinkMade>
export const personalSecret = z.strictObject({ secret: z.string().check(textLength(1, 100)) })
/** `is_you`: whether that is who asks. */
export const personOfLink = z.object({ username: z.string(), is_you: z.boolean() })
export type PersonOfLink = z.infer<typeof personOfLink>

/** `POST /auth/v1/token?grant_type=password`. `guest`: who is signed in until then, and whose trips come along. */
export const signInWithGuest = z.extend(credentials, { guest: z.optional(id) })
export type SignInWithGuest = z.input<typeof signInWithGuest>

/** `PUT /auth/v1/user`: a guest gets what one signs in with. */
export const newCredentials = z.strictObject({
  email,
  password: z.string().check(textLength(NEW_PASSWORD_MIN, MAX_PASSWORD, 'a password')),
})
export type NewCredentials = z.input<typeof newCredentials>

/** What an answer about a session says beside who somebody is. */
export const sessionNews = z.object({
  /** When a guest's personal link was last used, if ever. */
  link_used_at: z.optional(z.iso.datetime()),
  /** The guests whose trips have come to this account: what a device has not sent of theirs is this person's. */
  formerly: z.optional(z.array(id)),
})
export type SessionNews = z.infer<typeof sessionNews>

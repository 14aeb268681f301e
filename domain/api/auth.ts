import * as z from 'zod/mini'
import { user } from '../person.ts'

export const PASSWORD_MIN = 6
/** Of a password that takes the place of another one, or of none. */
export const NEW_PASSWORD_MIN = 8
export const MAX_PASSWORD = 128
export const MAX_FULL_NAME = 100
export const MAX_USERNAME = 50
export const MAX_EMAIL = 254
export const MAX_REFERRAL = 500

/** How long a session lives without activity, on the server and in the browser. */
export const SESSION_MINUTES = 30
/** However busy, and whatever the device keeps, somebody with an account signs in again after this. */
export const SESSION_DAYS = 30
/** With this in its query a refresh says that its device keeps a trip: the minutes do not count there. */
export const OWN_DEVICE = 'own_device'
/** Activity extends a session at most this often. */
export const REFRESH_SECONDS = 60
/** Cookie that scripts can read: says only that there is a session, so that a signed-out page need not ask. */
export const SESSION_HINT_COOKIE = 'wayfare_session_hint'

/** What signing in, registering, refreshing and `GET /auth/v1/user` answer. The session itself is an HttpOnly cookie. */
export const sessionAnswer = z.object({
  user,
  /** Seconds until the session ends if nothing happens. */
  expires_in: z.number(),
  /** What there is beside, if anything: `sessionNews`. It is read by those who see to it. */
  news: z.optional(z.unknown()),
})
export type SessionAnswer = z.infer<typeof sessionAnswer>

/** `GET /api/beta`: what the sign-in page tells somebody who is not signed in. */
export const betaAnswer = z.object({
  beta_users: z.number(),
  demo: z.nullable(z.object({ email: z.string(), password: z.string() })),
  /** Whether share links open without an account. */
  share_without_sign_in: z.boolean(),
  /** Whether mails are sent from here. */
  sends_mail: z.boolean(),
})
export type BetaAnswer = z.infer<typeof betaAnswer>

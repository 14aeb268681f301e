import * as z from 'zod/mini'
import { user } from '../person.ts'
import { freeText, nameText, textLength } from '../text.ts'

export const PASSWORD_MIN = 6
/** Of a password that takes the place of another one, or of none. */
export const NEW_PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const FULL_NAME_MAX = 100
export const USERNAME_MAX = 50
export const EMAIL_MAX = 254
export const REFERRAL_MAX = 500

/** How long a session lives without activity, on the server and in the browser. */
export const SESSION_MINUTES = 30
/** Activity extends a session at most this often. */
export const REFRESH_SECONDS = 60
/** Cookie that scripts can read: says only that there is a session, so that a signed-out page need not ask. */
export const SESSION_HINT_COOKIE = 'wayfare_session_hint'

export const email = z.string().check(z.trim(), z.toLowerCase(), textLength(1, EMAIL_MAX), z.email())

/** `POST /auth/v1/token?grant_type=password` */
export const credentials = z.strictObject({ email, password: z.string().check(textLength(1, PASSWORD_MAX)) })
export type Credentials = z.input<typeof credentials>

/** `POST /auth/v1/signup` */
export const registration = z.strictObject({
  email,
  password: z.string().check(textLength(PASSWORD_MIN, PASSWORD_MAX)),
  data: z.strictObject({
    username: nameText(USERNAME_MAX),
    full_name: nameText(FULL_NAME_MAX),
    is_beta_user: z.literal(true),
    referred_by: z.nullable(freeText(REFERRAL_MAX)),
  }),
})
export type Registration = z.input<typeof registration>

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
})
export type BetaAnswer = z.infer<typeof betaAnswer>

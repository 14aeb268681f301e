import * as z from 'zod/mini'
import { user } from '../person.ts'

export const PASSWORD_MIN = 6
/** For a changed password, and for a guest's first one. */
export const NEW_PASSWORD_MIN = 8
export const MAX_PASSWORD = 128
export const MAX_FULL_NAME = 100
export const MAX_USERNAME = 50
export const MAX_EMAIL = 254
export const MAX_REFERRAL = 500

/** How long a session lasts without activity, on the server and in the browser. */
export const SESSION_MINUTES = 30
/** A user with an account has to sign in again after this, whatever their activity and offline copies. */
export const SESSION_DAYS = 30
/** Query parameter of a refresh: the device has an offline copy, so `SESSION_MINUTES` does not apply. */
export const OFFLINE_COPY_PARAM = 'own_device'
/**
 * `POST /auth/v1/logout`, which needs no body. `inactive`: nobody has asked for it, so the browser goes on getting
 * notifications (decision 105).
 */
export const signingOut = z.strictObject({ inactive: z.optional(z.boolean()) })
export type SigningOut = z.infer<typeof signingOut>

/** Activity extends a session at most this often. */
export const REFRESH_SECONDS = 60
/** Cookie that scripts can read. It says only that there is a session, so a signed-out page need not ask the server. */
export const SESSION_HINT_COOKIE = 'wayfare_session_hint'

/** The answer to a sign-in, a registration, a refresh and `GET /auth/v1/user`. The session is an HttpOnly cookie. */
export const sessionResponse = z.object({
  user,
  /** Seconds until the session ends without activity. */
  expires_in: z.number(),
  /** A `sessionNews`, if there is any. Only the code that handles it parses it. */
  news: z.optional(z.unknown()),
})
export type SessionResponse = z.infer<typeof sessionResponse>

/** Who may register. */
export const signUpsChoices = ['open', 'invited', 'off'] as const
export type SignUps = (typeof signUpsChoices)[number]

/** `GET /api/beta`: what the sign-in page shows. */
export const betaResponse = z.object({
  beta_users: z.number(),
  demo: z.nullable(z.object({ email: z.string(), password: z.string() })),
  /** Whether share links open without signing in. */
  share_without_sign_in: z.boolean(),
  sends_mail: z.boolean(),
  /** Older servers don't send it. */
  sign_ups: z._default(z.enum(signUpsChoices), 'open'),
})
export type BetaResponse = z.infer<typeof betaResponse>

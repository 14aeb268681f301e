import * as z from 'zod/mini'
import { id } from '../id.ts'
import { nameText, textLength } from '../text.ts'
import { MAX_FULL_NAME, MAX_PASSWORD, MAX_USERNAME, NEW_PASSWORD_MIN } from './auth.ts'

/*
 * What somebody does about their own account.
 * `PATCH  /auth/v1/user`           `profileChange`, answered as a refreshed session
 * `POST   /auth/v1/password`       `passwordChange`; every other session of theirs ends
 * `GET    /auth/v1/sessions`       `sessionsAnswer`
 * `DELETE /auth/v1/sessions`       ends all but this one
 * `DELETE /auth/v1/sessions/:key`  ends that one
 * `GET    /auth/v1/export`         `EXPORT_PATH`: everything of theirs, as a ZIP
 * `GET    /auth/v1/export/ready`   whether that would be answered now, for a browser tells nobody why a download has failed
 */

export const EXPORT_PATH = '/auth/v1/export'

export const profileChange = z.strictObject({
  full_name: nameText(MAX_FULL_NAME, 'your full name'),
  username: nameText(MAX_USERNAME, 'a username'),
})
export type ProfileChange = z.input<typeof profileChange>

export const passwordChange = z.strictObject({
  current: z.string().check(textLength(1, MAX_PASSWORD, 'your password')),
  password: z.string().check(textLength(NEW_PASSWORD_MIN, MAX_PASSWORD, 'a password')),
})
export type PasswordChange = z.input<typeof passwordChange>

/** `POST /auth/v1/reset`: another password, by the link of whoever has forgotten theirs. Answered as every sign-in. */
export const passwordReset = z.strictObject({
  secret: z.string().check(textLength(1, 100)),
  password: z.string().check(textLength(NEW_PASSWORD_MIN, MAX_PASSWORD, 'a password')),
})
export type PasswordReset = z.input<typeof passwordReset>

/** `GET /auth/v1/removal`: the trips of one's own that others plan too: how many, and who of them could have it. */
export const removalAnswer = z.object({
  trips: z.array(
    z.object({ id, name: z.string(), others: z.int(), heirs: z.array(z.object({ id, name: z.string() })) }),
  ),
})
export type RemovalAnswer = z.infer<typeof removalAnswer>

/**
 * `POST /auth/v1/removal`: removes one's account, with all trips that are handed over to nobody. Those that others plan too have to be named;
 * where there is another one it is `trips_changed`, before anything has happened.
 */
export const removal = z.strictObject({
  password: z.string().check(textLength(1, MAX_PASSWORD, 'your password')),
  heirs: z.array(z.strictObject({ trip_id: id, user_id: id })).check(z.maxLength(1000)),
  goes: z.array(id).check(z.maxLength(1000)),
})
export type Removal = z.input<typeof removal>

/** Where somebody is signed in. */
export const openSession = z.object({
  /** Names it, and lets nobody in. */
  key: z.string(),
  /** 'Chrome on Android'; '' where that is not known. */
  device: z.string(),
  began_at: z.iso.datetime(),
  /** To the minute; less often of a device that keeps a trip. */
  seen_at: z.iso.datetime(),
  is_this: z.boolean(),
})
export type OpenSession = z.infer<typeof openSession>
export const sessionsAnswer = z.object({ sessions: z.array(openSession) })

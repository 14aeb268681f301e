import * as z from 'zod/mini'
import * as m from '#messages'
import { id } from '../id.ts'
import { nameText, textLength } from '../text.ts'
import { MAX_FULL_NAME, MAX_PASSWORD, MAX_USERNAME, NEW_PASSWORD_MIN } from './auth.ts'

/*
 * What users do with their own account.
 * `PATCH  /auth/v1/user`           `profileChange`, answered like a refreshed session
 * `POST   /auth/v1/password`       `passwordChange`; all other sessions of the user end
 * `GET    /auth/v1/sessions`       `sessionsResponse`
 * `DELETE /auth/v1/sessions`       ends all sessions but this one
 * `DELETE /auth/v1/sessions/:key`  ends that session
 * `GET    /auth/v1/export`         `EXPORT_PATH`: everything of the user, as a ZIP
 * `GET    /auth/v1/export/ready`   whether the export would work now: browsers don't report why a download failed
 */

export const EXPORT_PATH = '/auth/v1/export'

export const profileChange = z.strictObject({
  full_name: nameText(MAX_FULL_NAME, () => m.api_errors_field_name_full_name()),
  username: nameText(MAX_USERNAME, () => m.api_errors_field_name_username()),
})
export type ProfileChange = z.input<typeof profileChange>

export const passwordChange = z.strictObject({
  current: z.string().check(textLength(1, MAX_PASSWORD, () => m.api_errors_field_name_password())),
  password: z.string().check(textLength(NEW_PASSWORD_MIN, MAX_PASSWORD, () => m.api_errors_field_name_new_password())),
})
export type PasswordChange = z.input<typeof passwordChange>

/** `POST /auth/v1/reset`: sets a new password, with the link for forgotten passwords. Answered like every sign-in. */
export const passwordReset = z.strictObject({
  secret: z.string().check(textLength(1, 100)),
  password: z.string().check(textLength(NEW_PASSWORD_MIN, MAX_PASSWORD, () => m.api_errors_field_name_new_password())),
})
export type PasswordReset = z.input<typeof passwordReset>

/** `GET /auth/v1/removal`: the user's own trips that others plan too, how many others, and who of them could own it. */
export const removalResponse = z.object({
  trips: z.array(
    z.object({ id, name: z.string(), others: z.int(), heirs: z.array(z.object({ id, name: z.string() })) }),
  ),
})
export type RemovalResponse = z.infer<typeof removalResponse>

/**
 * `POST /auth/v1/removal`: removes the account, with all trips that are not transferred. Each trip that others plan too
 * has to be in `heirs` (transferred) or `goes` (deleted). Otherwise it changes nothing and answers `trips_changed`.
 */
export const removal = z.strictObject({
  password: z.string().check(textLength(1, MAX_PASSWORD, () => m.api_errors_field_name_password())),
  heirs: z.array(z.strictObject({ trip_id: id, user_id: id })).check(z.maxLength(1000)),
  goes: z.array(id).check(z.maxLength(1000)),
})
export type Removal = z.input<typeof removal>

export const openSession = z.object({
  /** Identifies the session, and grants no access. */
  key: z.string(),
  /** 'Chrome on Android'; '' if unknown. */
  device: z.string(),
  began_at: z.iso.datetime(),
  /** Updated at most once a minute; less often for a device with an offline copy. */
  seen_at: z.iso.datetime(),
  is_this: z.boolean(),
})
export type OpenSession = z.infer<typeof openSession>
export const sessionsResponse = z.object({ sessions: z.array(openSession) })

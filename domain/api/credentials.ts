import * as z from 'zod/mini'
import * as m from '#messages'
import { freeText, nameText, textLength } from '../text.ts'
import { MAX_EMAIL, MAX_FULL_NAME, MAX_PASSWORD, MAX_REFERRAL, MAX_USERNAME, PASSWORD_MIN } from './auth.ts'

// What people sign up and sign in with. Separate from auth.ts: the sign-in page needs only the types of this.

export const email = z.string().check(
  z.trim(),
  z.toLowerCase(),
  textLength(1, MAX_EMAIL, () => m.api_errors_field_name_email()),
  z.email(),
)

/** `POST /auth/v1/token?grant_type=password` */
export const credentials = z.strictObject({
  email,
  password: z.string().check(textLength(1, MAX_PASSWORD, () => m.api_errors_field_name_password())),
})
export type Credentials = z.input<typeof credentials>

/** `POST /auth/v1/signup` */
export const registration = z.strictObject({
  email,
  password: z.string().check(textLength(PASSWORD_MIN, MAX_PASSWORD, () => m.api_errors_field_name_new_password())),
  data: z.strictObject({
    username: nameText(MAX_USERNAME, () => m.api_errors_field_name_username()),
    full_name: nameText(MAX_FULL_NAME, () => m.api_errors_field_name_full_name()),
    is_beta_user: z.literal(true),
    referred_by: z.nullable(freeText(MAX_REFERRAL, () => m.api_errors_field_name_referral())),
  }),
  /** The token of an open invitation, needed where only invited people may register. */
  invitation: z.optional(z.string().check(textLength(1, 100))),
})
export type Registration = z.input<typeof registration>

import * as z from 'zod/mini'
import { freeText, nameText, textLength } from '../text.ts'
import { EMAIL_MAX, FULL_NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, REFERRAL_MAX, USERNAME_MAX } from './auth.ts'

// What one signs up and in with. Apart from auth.ts: the sign-in page needs no more of it than the types.

export const email = z.string().check(z.trim(), z.toLowerCase(), textLength(1, EMAIL_MAX, 'your email address'), z.email())

/** `POST /auth/v1/token?grant_type=password` */
export const credentials = z.strictObject({ email, password: z.string().check(textLength(1, PASSWORD_MAX, 'your password')) })
export type Credentials = z.input<typeof credentials>

/** `POST /auth/v1/signup` */
export const registration = z.strictObject({
  email,
  password: z.string().check(textLength(PASSWORD_MIN, PASSWORD_MAX, 'a password')),
  data: z.strictObject({
    username: nameText(USERNAME_MAX, 'a username'),
    full_name: nameText(FULL_NAME_MAX, 'your full name'),
    is_beta_user: z.literal(true),
    referred_by: z.nullable(freeText(REFERRAL_MAX, 'how you heard about us')),
  }),
})
export type Registration = z.input<typeof registration>

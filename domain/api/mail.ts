import * as z from 'zod/mini'
import { textLength } from '../text.ts'
import { MAX_EMAIL } from './auth.ts'
import { email } from './credentials.ts'

/*
 * What has a mail sent, where mail is set up (`betaAnswer.sends_mail`); else both answer `mail_not_set_up`.
 * `POST /auth/v1/recover`                                         `recovery`
 * `POST /api/trips/:tripId/invitations/:invitationId/mails`       `invitationMail`
 * Both are answered when the mail waits to be sent, with 204.
 */

/** Whoever has forgotten their password. What is answered does not tell whether there is such an account. */
export const recovery = z.strictObject({ email })
export type Recovery = z.input<typeof recovery>

/** Whom an invitation's link is sent to. The server knows no link: whoever has made it sends its token along. */
export const invitationMail = z.strictObject({
  token: z.string().check(textLength(1, 100)),
  email: z.string().check(z.trim(), z.toLowerCase(), textLength(1, MAX_EMAIL, 'an email address'), z.email()),
})
export type InvitationMail = z.input<typeof invitationMail>

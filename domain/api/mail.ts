import * as z from 'zod/mini'
import * as m from '#messages'
import { textLength } from '../text.ts'
import { MAX_EMAIL } from './auth.ts'
import { email } from './credentials.ts'

/*
 * Requests that send a mail. If mail is not set up (`betaResponse.sends_mail`), both answer `mail_not_set_up`.
 * `POST /auth/v1/recover`                                         `recovery`
 * `POST /api/trips/:tripId/invitations/:invitationId/mails`       `invitationMail`
 * Both respond with 204 once the mail is in the outbox.
 */

/** For a forgotten password. The answer does not reveal whether the account exists. */
export const recovery = z.strictObject({ email })
export type Recovery = z.input<typeof recovery>

/** Where to send an invitation's link. The client sends the token, since the server stores only its hash. */
export const invitationMail = z.strictObject({
  token: z.string().check(textLength(1, 100)),
  email: z.string().check(
    z.trim(),
    z.toLowerCase(),
    textLength(1, MAX_EMAIL, () => m.api_errors_field_name_email_of_other()),
    z.email(),
  ),
})
export type InvitationMail = z.input<typeof invitationMail>

import { joinLink } from '#domain/api/people.ts'
import { isDemoAccount } from '#domain/demo-account.ts'
import { AppError } from '#domain/errors.ts'
import { nameOfUser } from '#domain/person.ts'
import { resetLink } from '#domain/sign-in-links.ts'
import * as m from '#messages'
import { makeReset, RESET_HOURS } from '../accounts/password-resets.ts'
import { findUser } from '../accounts/profiles.ts'
import { tellInvited } from '../notify/notice-mails.ts'
import { requireOpenInvitation } from '../people/invitations.ts'
import type { LetterContext } from './letter-context.ts'
import type { WrittenLetter } from './mail-sender.ts'
import { writeNotices } from './notice-letter.ts'
import type { OutboxMail } from './outbox.ts'
import { plainName } from './plain-text.ts'
import type { Letter } from './smtp.ts'

/** The content of a mail that is about to be sent; undefined if its link would no longer work. */
export async function writeLetter(context: LetterContext, mail: OutboxMail): Promise<WrittenLetter | undefined> {
  if (mail.kind === 'notices') return writeNotices(context, mail)
  return mail.kind === 'reset' ? writeReset(context, mail) : writeInvitation(context, mail)
}

/** Makes the link at the moment of sending and invalidates earlier ones, so that only the mail contains it. */
async function writeReset(
  { db, publicUrl, clock }: LetterContext,
  { recipient }: OutboxMail,
): Promise<Letter | undefined> {
  const account = await db.selectFrom('users').select(['id', 'email']).where('email', '=', recipient).executeTakeFirst()
  if (!account || isDemoAccount(account)) return undefined
  const link = resetLink(publicUrl.origin, await makeReset(db, account.id, clock(), { byMail: true }))
  return {
    to: recipient,
    subject: m.mail_reset_subject(),
    text: m.mail_reset_text({ host: publicUrl.host, link, hours: RESET_HOURS }),
  }
}

async function writeInvitation(
  { db, publicUrl, clock }: LetterContext,
  { recipient, token, sent_by }: OutboxMail,
): Promise<Letter | undefined> {
  const now = clock()
  const sender = sent_by === null ? undefined : await findUser(db, sent_by)
  const invitation = await requireOpenInvitation(db, token ?? '', now).catch(ignoreAppError)
  if (!sender || !invitation) return undefined
  const by = nameOfUser(sender)
  await tellInvited(db, { email: recipient, tripId: invitation.trip_id, invitationId: invitation.id, by }, now)
  const name = plainName(by)
  return {
    to: recipient,
    subject: m.mail_invitation_subject({ name }),
    text: m.mail_invitation_text({
      name,
      trip: plainName(invitation.name),
      link: joinLink(publicUrl.origin, token ?? ''),
      date: dateOf(invitation.expires_at),
    }),
  }
}

const dateOf = (timestamp: string) =>
  new Date(timestamp).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** For an invitation that is revoked, used up or deleted. */
function ignoreAppError(failure: unknown): undefined {
  if (!(failure instanceof AppError)) throw failure
}

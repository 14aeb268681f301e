import { joinLink } from '#domain/api/people.ts'
import { isDemoAccount } from '#domain/demo-account.ts'
import { AppError } from '#domain/errors.ts'
import { nameOfUser } from '#domain/person.ts'
import { resetLink } from '#domain/sign-in-links.ts'
import { toSingleLine } from '#domain/text.ts'
import * as m from '#messages'
import { makeReset, RESET_HOURS } from '../accounts/password-resets.ts'
import { findUser } from '../accounts/profiles.ts'
import type { Db } from '../db/engine.ts'
import { requireOpenInvitation } from '../people/invitations.ts'
import type { OutboxMail } from './outbox.ts'
import type { Letter } from './smtp.ts'

const MAX_NAME = 80

interface LetterContext {
  db: Db
  publicUrl: URL
  now: Date
}

/** The content of a mail that is about to be sent; undefined if its link would no longer work. */
export async function writeLetter(context: LetterContext, mail: OutboxMail): Promise<Letter | undefined> {
  return mail.kind === 'reset' ? writeReset(context, mail) : writeInvitation(context, mail)
}

/** Makes the link at the moment of sending and invalidates earlier ones, so that only the mail contains it. */
async function writeReset(
  { db, publicUrl, now }: LetterContext,
  { recipient }: OutboxMail,
): Promise<Letter | undefined> {
  const account = await db.selectFrom('users').select(['id', 'email']).where('email', '=', recipient).executeTakeFirst()
  if (!account || isDemoAccount(account)) return undefined
  const link = resetLink(publicUrl.origin, await makeReset(db, account.id, now))
  return {
    to: recipient,
    subject: m.mail_reset_subject(),
    text: m.mail_reset_text({ host: publicUrl.host, link, hours: RESET_HOURS }),
  }
}

async function writeInvitation(
  { db, publicUrl, now }: LetterContext,
  { recipient, token, sent_by }: OutboxMail,
): Promise<Letter | undefined> {
  const sender = sent_by === null ? undefined : await findUser(db, sent_by)
  const invitation = await requireOpenInvitation(db, token ?? '', now).catch(ignoreAppError)
  if (!sender || !invitation) return undefined
  const name = plainName(nameOfUser(sender))
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

/** Makes a user-chosen name safe for a mail: one short line with nothing that mail programs turn into a link. */
export function plainName(name: string): string {
  const oneLine = toSingleLine(name).replace(/\s+/g, ' ').trim()
  const truncated = oneLine.length > MAX_NAME ? `${oneLine.slice(0, MAX_NAME - 1).trimEnd()}…` : oneLine
  return truncated.replace(/[.:/@]+(?=[\p{L}\p{N}])/gu, '$& ')
}

const dateOf = (timestamp: string) =>
  new Date(timestamp).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** For an invitation that is revoked, used up or deleted. */
function ignoreAppError(failure: unknown): undefined {
  if (!(failure instanceof AppError)) throw failure
}

import { joinLink } from '#domain/api/people.ts'
import { isDemoAccount } from '#domain/demo-account.ts'
import { AppError } from '#domain/errors.ts'
import { nameOfUser } from '#domain/person.ts'
import { resetLink } from '#domain/sign-in-links.ts'
import { onOneLine } from '#domain/text.ts'
import * as m from '#messages'
import { makeReset, RESET_HOURS } from '../accounts/password-resets.ts'
import { findUser } from '../accounts/profiles.ts'
import type { Db } from '../db/engine.ts'
import { requireOpenInvitation } from '../people/invitations.ts'
import type { WaitingMail } from './mail-queue.ts'
import type { Letter } from './smtp.ts'

const MAX_NAME = 80

interface Writing {
  db: Db
  /** Where people open Wayfare. */
  publicUrl: URL
  now: Date
}

/** What stands in a mail that is to be sent now; undefined where its link would open nothing. */
export async function writeLetter(writing: Writing, mail: WaitingMail): Promise<Letter | undefined> {
  return mail.kind === 'reset' ? writeReset(writing, mail) : writeInvitation(writing, mail)
}

/** The link is made here, and the one before ends: nobody but whoever reads the mail has it. */
async function writeReset({ db, publicUrl, now }: Writing, { recipient }: WaitingMail): Promise<Letter | undefined> {
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
  { db, publicUrl, now }: Writing,
  { recipient, token, sent_by }: WaitingMail,
): Promise<Letter | undefined> {
  const sender = sent_by === null ? undefined : await findUser(db, sent_by)
  const invitation = await requireOpenInvitation(db, token ?? '', now).catch(nothing)
  if (!sender || !invitation) return undefined
  const name = plainName(nameOfUser(sender))
  return {
    to: recipient,
    subject: m.mail_invitation_subject({ name }),
    text: `${name} invites you to plan a trip together: ${plainName(invitation.name)}

Join here, with your name alone:

${joinLink(publicUrl.origin, token ?? '')}

The link is good until ${dateOf(invitation.expires_at)}. You need no account.

If you do not know who this is, ignore this mail. You are on no list.
`,
  }
}

/** A name as anybody may have chosen it: on one line, short, and without anything that a mail program makes a link of. */
export function plainName(name: string): string {
  const line = onOneLine(name).replace(/\s+/g, ' ').trim()
  const short = line.length > MAX_NAME ? `${line.slice(0, MAX_NAME - 1).trimEnd()}…` : line
  return short.replace(/[.:/@]+(?=[\p{L}\p{N}])/gu, '$& ')
}

/** Such as 23 December 2026. */
const dateOf = (timestamp: string) =>
  new Date(timestamp).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** For an invitation that is withdrawn, used up or gone. */
function nothing(failure: unknown): undefined {
  if (!(failure instanceof AppError)) throw failure
}

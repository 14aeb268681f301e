import { noticeText } from '#domain/notices/notice-words.ts'
import { nameOfUser } from '#domain/person.ts'
import { UNSUBSCRIBE_PAGE } from '#domain/sign-in-links.ts'
import * as m from '#messages'
import { loadNoticeMail, markMailed, recordDoubted, recordMailed, recordRefused } from '../notify/notice-mails.ts'
import { unsubscribeToken } from '../notify/unsubscribing.ts'
import type { LetterContext } from './letter-context.ts'
import type { WrittenLetter } from './mail-sender.ts'
import type { OutboxMail } from './outbox.ts'
import { plainLine, plainName } from './plain-text.ts'

const MAX_LINES = 20

/** Lists what is new in a trip for a user; undefined if there is nothing that they still want a mail about. */
export async function writeNotices(
  { db, secretKey, publicUrl: { origin }, clock }: LetterContext,
  { user_id, trip_id }: Pick<OutboxMail, 'user_id' | 'trip_id'>,
): Promise<WrittenLetter | undefined> {
  if (user_id === null || trip_id === null) return undefined
  const writtenAt = clock()
  const scope = { userId: user_id, tripId: trip_id }
  const mail = await loadNoticeMail(db, scope, writtenAt)
  if (!mail) return undefined
  const { user, trip, notices } = mail
  const token = unsubscribeToken(secretKey, scope)
  return {
    to: user.email,
    subject: m.mail_notices_subject({ trip: plainName(trip.name), count: notices.length }),
    text: m.mail_notices_text({
      name: plainName(nameOfUser(user)),
      trip: plainName(trip.name),
      lines: listLines(notices.map(noticeText)),
      link: `${origin}/trip/${trip.id}/news`,
      stop: `${origin}${UNSUBSCRIBE_PAGE}#${token}`,
    }),
    headers: {
      'List-Unsubscribe': `<${origin}${UNSUBSCRIBE_PAGE}/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    onEnd: async (end) => {
      if (end === 'sent') await recordMailed(db, mail, writtenAt, clock())
      else if (end === 'bounced') await recordRefused(db, user.id, clock())
      else if (end === 'doubted') await recordDoubted(db, mail, clock())
      else await markMailed(db, notices, writtenAt)
    },
  }
}

function listLines(texts: readonly string[]): string {
  const lines = texts.slice(0, MAX_LINES).map((text) => m.mail_notices_line({ text: plainLine(text) }))
  const more = texts.length - lines.length
  return [...lines, ...(more > 0 ? [m.mail_notices_more({ count: more })] : [])].join('\n')
}

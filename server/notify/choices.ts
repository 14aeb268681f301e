import { AppError } from '#domain/errors.ts'
import { defaultQuietHours, type NoticeChoices, type QuietHours, wants } from '#domain/notices/choices.ts'
import { type NoticeKind, noticeKinds } from '#domain/notices/notice.ts'
import type { Db } from '../db/engine.ts'
import { isMissingReference } from '../db/violations.ts'

/* How users want to be told: about each of their trips, and what holds for all of them. */

interface Chosen {
  choices: NoticeChoices
  is_off: boolean
}

interface Scope {
  userId: string
  tripId: string
}

const nothingChosen: Chosen = { choices: {}, is_off: false }

/** What these users have chosen for a trip; those who have chosen nothing are missing. */
export async function loadChoices(db: Db, tripId: string, userIds: readonly string[]): Promise<Map<string, Chosen>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('notice_choices')
    .select(['user_id', 'choices', 'is_off'])
    .where('trip_id', '=', tripId)
    .where('user_id', 'in', userIds)
    .execute()
  return new Map(rows.map(({ user_id, ...chosen }) => [user_id, chosen]))
}

export const loadOwnChoices = async (db: Db, { userId, tripId }: Scope): Promise<Chosen> =>
  (await loadChoices(db, tripId, [userId])).get(userId) ?? nothingChosen

/**
 * What waits to be sent is cancelled if they do not want it any more.
 * @throws AppError trip_not_found
 */
export async function storeChoices(db: Db, scope: Scope, { choices, is_off }: Chosen): Promise<void> {
  const storing = db.transaction().execute(async (trx) => {
    await writeChoices(trx, scope, { choices, is_off })
    if (is_off) await cancelSending(trx, scope)
    else await cancelUnwanted(trx, scope, choices)
  })
  await storing.catch((cause) => {
    // The trip or the account was deleted in the meantime.
    throw isMissingReference(cause) ? new AppError('trip_not_found', undefined, { cause }) : cause
  })
}

/** Switches off the mails about a trip. Pushes stay as they are. */
export async function stopMails(db: Db, scope: Scope): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { choices, is_off } = await loadOwnChoices(trx, scope)
    const withoutMail = (kind: NoticeKind) => [kind, { push: wants(choices, kind, 'push'), mail: false }]
    await writeChoices(trx, scope, { choices: Object.fromEntries(noticeKinds.map(withoutMail)), is_off })
    await cancelMails(trx, scope)
  })
}

async function writeChoices(trx: Db, { userId, tripId }: Scope, { choices, is_off }: Chosen): Promise<void> {
  const change = { choices: JSON.stringify(choices), is_off }
  await trx
    .insertInto('notice_choices')
    .values({ user_id: userId, trip_id: tripId, mailed: '[]', ...change })
    .onConflict((row) => row.columns(['user_id', 'trip_id']).doUpdateSet(change))
    .execute()
}

/** A push or mail that waits in its outbox checks when it is sent. */
async function cancelUnwanted(trx: Db, { userId, tripId }: Scope, choices: NoticeChoices): Promise<void> {
  for (const [channel, column] of [['push', 'push_at'] as const, ['mail', 'mail_at'] as const]) {
    const unwanted = noticeKinds.filter((kind) => !wants(choices, kind, channel))
    if (unwanted.length === 0) continue
    await trx
      .updateTable('notices')
      .set(column === 'push_at' ? { push_at: null } : { mail_at: null })
      .where('user_id', '=', userId)
      .where('trip_id', '=', tripId)
      .where('kind', 'in', unwanted)
      .where(column, 'is not', null)
      .execute()
  }
}

async function cancelSending(trx: Db, scope: Scope): Promise<void> {
  const { userId, tripId } = scope
  await cancelMails(trx, scope)
  await trx.deleteFrom('pushes').where('user_id', '=', userId).where('trip_id', '=', tripId).execute()
  await trx
    .updateTable('notices')
    .set({ push_at: null })
    .where('user_id', '=', userId)
    .where('trip_id', '=', tripId)
    .execute()
}

/** Cancels the mails about a trip that wait. */
async function cancelMails(trx: Db, { userId, tripId }: Scope): Promise<void> {
  await trx.deleteFrom('mails').where('user_id', '=', userId).where('trip_id', '=', tripId).execute()
  await trx
    .updateTable('notices')
    .set({ mail_at: null })
    .where('user_id', '=', userId)
    .where('trip_id', '=', tripId)
    .execute()
}

interface NoticeSettings {
  quiet: QuietHours
  /** When a mail server refused their address for good. */
  mail_refused_at: string | null
  /** When one refused it for an unknown reason. */
  mail_doubted_at: string | null
}

const nothingSet: NoticeSettings = { quiet: defaultQuietHours, mail_refused_at: null, mail_doubted_at: null }
const quietColumns = ['quiet_from as from', 'quiet_until as until', 'quiet_zone as zone'] as const

export async function loadSettings(db: Db, userId: string): Promise<NoticeSettings> {
  const row = await db
    .selectFrom('notice_settings')
    .select([...quietColumns, 'mail_refused_at', 'mail_doubted_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return nothingSet
  const { mail_refused_at, mail_doubted_at, ...quiet } = row
  return { quiet, mail_refused_at, mail_doubted_at }
}

/** The quiet hours of these users; those who have chosen nothing are missing. */
export async function loadQuietHours(db: Db, userIds: readonly string[]): Promise<Map<string, QuietHours>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('notice_settings')
    .select([...quietColumns, 'user_id'])
    .where('user_id', 'in', userIds)
    .execute()
  return new Map(rows.map(({ user_id, ...quiet }) => [user_id, quiet]))
}

/** @param triesMail whether mails are sent again to an address that was refused */
export function storeSettings(
  db: Db,
  userId: string,
  { quiet, triesMail }: { quiet: QuietHours; triesMail: boolean },
): Promise<void> {
  // Hours that begin when they end are none.
  const isNone = quiet.from === '' || quiet.until === '' || quiet.from === quiet.until
  const { zone } = quiet
  const { from, until } = isNone ? { from: '', until: '' } : quiet
  const change = { quiet_from: from, quiet_until: until, quiet_zone: zone }
  return writeSettings(db, userId, { ...change, ...(triesMail && { mail_refused_at: null, mail_doubted_at: null }) })
}

/** No more mails go to an address that a mail server has refused for good. */
export const stopRefusedMails = (db: Db, userId: string, now: Date): Promise<void> =>
  writeSettings(db, userId, { mail_refused_at: now.toISOString() })

/** A mail server refused the user's address without giving a reason. */
export const doubtMails = (db: Db, userId: string, now: Date): Promise<void> =>
  writeSettings(db, userId, { mail_doubted_at: now.toISOString() })

/** A mail server has taken a mail to a user. */
export async function trustMails(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('notice_settings')
    .set({ mail_doubted_at: null })
    .where('user_id', '=', userId)
    .where('mail_doubted_at', 'is not', null)
    .execute()
}

async function writeSettings(
  db: Db,
  user_id: string,
  change: {
    quiet_from?: string
    quiet_until?: string
    quiet_zone?: string
    mail_refused_at?: string | null
    mail_doubted_at?: string | null
  },
): Promise<void> {
  const { from: quiet_from, until: quiet_until, zone: quiet_zone } = defaultQuietHours
  await db
    .insertInto('notice_settings')
    .values({ user_id, quiet_from, quiet_until, quiet_zone, ...change })
    .onConflict((row) => row.column('user_id').doUpdateSet(change))
    .execute()
}

/** Since when the people of a trip who haven't answered are reminded; null for never. */
export async function loadRemindsSince(db: Db, tripId: string): Promise<string | null> {
  const trip = await db.selectFrom('trips').select('reminds_since').where('id', '=', tripId).executeTakeFirst()
  return trip?.reminds_since ?? null
}

/** A retry does not begin again. */
export async function setReminds(db: Db, tripId: string, isOn: boolean, now: Date): Promise<void> {
  await db
    .updateTable('trips')
    .set({ reminds_since: isOn ? now.toISOString() : null })
    .where('id', '=', tripId)
    .$if(isOn, (trip) => trip.where('reminds_since', 'is', null))
    .execute()
  // When the next reminder is due has changed.
  await db.updateTable('trip_watches').set({ check_at: now.toISOString() }).where('trip_id', '=', tripId).execute()
}

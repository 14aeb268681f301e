import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '../db/engine.ts'
import type { Tables } from '../db/tables.ts'

/*
 * The outbox: the mails that have not been sent yet.
 * Job: a mail survives a restart and is sent by one of the processes.
 * Invariants: a leased mail belongs to one process for LEASE_MS. A mail is removed as soon as it is sent. A password
 *   link is never stored: it is made when the mail is sent. An invitation link is stored until then.
 * Failure: if the process that leased a mail dies, another one sends it after the lease, at worst a second time.
 */

export type OutboxMail = Selectable<Tables['mails']>
export type NewMail =
  | { kind: 'reset'; recipient: string }
  | { kind: 'invitation'; recipient: string; sent_by: string; invitation_id: string; token: string }

/** Longer than one attempt may take. */
const LEASE_MS = 5 * 60_000
/** A mail is tried again after this at the latest: longer than a pause and a lease. */
const MAX_RETRY_MS = 65 * 60_000
/** A mail that could not be sent for this long is given up. */
export const MAX_MAIL_AGE_MS = 24 * 60 * 60_000

/** Only the latest password link is valid, so a new reset mail replaces one in the outbox. */
export async function addMail(db: Db, mail: NewMail, now: Date): Promise<void> {
  const { kind, recipient } = mail
  if (kind === 'reset')
    await db.deleteFrom('mails').where('kind', '=', kind).where('recipient', '=', recipient).execute()
  const at = now.toISOString()
  await db
    .insertInto('mails')
    .values({
      id: randomUUID(),
      sent_by: null,
      invitation_id: null,
      token: null,
      ...mail,
      created_at: at,
      tries: 0,
      next_try_at: at,
    })
    .execute()
}

/** Leases the mail that has been due longest; undefined if none is due. */
export async function leaseMail(db: Db, now: Date): Promise<OutboxMail | undefined> {
  const due = await db
    .selectFrom('mails')
    .selectAll()
    .where(({ or, eb }) =>
      or([
        eb('next_try_at', '<=', now.toISOString()),
        // Stored while the clock was ahead.
        eb('next_try_at', '>', new Date(now.getTime() + MAX_RETRY_MS).toISOString()),
      ]),
    )
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(20)
    .execute()
  for (const mail of due) {
    const leased = { tries: mail.tries + 1, next_try_at: new Date(now.getTime() + LEASE_MS).toISOString() }
    // Optimistic locking: of several processes that read the same number of tries, only one updates it.
    const { numUpdatedRows } = await db
      .updateTable('mails')
      .set(leased)
      .where('id', '=', mail.id)
      .where('tries', '=', mail.tries)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) return { ...mail, ...leased }
  }
  return undefined
}

/** Schedules a leased mail for another attempt. */
export async function postponeMail(db: Db, { id, tries }: OutboxMail, until: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_try_at: until.toISOString() })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .execute()
}

export async function removeMail(db: Db, { id }: Pick<OutboxMail, 'id'>): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute()
}

/** Removes mails past their age limit. If mail is no longer configured, no sender would remove them. */
export async function sweepMails(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - MAX_MAIL_AGE_MS - LEASE_MS).toISOString()
  await db.deleteFrom('mails').where('created_at', '<', oldest).execute()
}

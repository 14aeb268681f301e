import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '../db/engine.ts'
import type { Tables } from '../db/tables.ts'

/*
 * The mails that wait to be sent.
 * Job: what is to be sent outlives a restart, and is sent by one of the processes.
 * Invariants: whoever takes a mail has it alone for as long as LEASE_MS; a mail is gone as soon as it is sent. A link for another
 *   password never stands here, it is made when it is sent; an invitation's does as long as its mail waits.
 * Failure: what a process has taken that dies is sent by another one after that time, at worst once more.
 */

export type WaitingMail = Selectable<Tables['mails']>
/** What somebody wants to be sent. */
export type NewMail =
  | { kind: 'reset'; recipient: string }
  | { kind: 'invitation'; recipient: string; sent_by: string; invitation_id: string; token: string }

/** Longer than one try may take. */
export const LEASE_MS = 5 * 60_000
/** What could not be sent for so long is given up. */
export const WAITS_FOR_MS = 24 * 60 * 60_000

/** Has a mail wait. Of links for another password only the last counts, so it takes the place of one that waits already. */
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

/** Takes the mail whose turn it is; undefined where none is due. */
export async function claimMail(db: Db, now: Date): Promise<WaitingMail | undefined> {
  const due = await db
    .selectFrom('mails')
    .selectAll()
    .where('next_try_at', '<=', now.toISOString())
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(20)
    .execute()
  for (const mail of due) {
    const taken = { tries: mail.tries + 1, next_try_at: new Date(now.getTime() + LEASE_MS).toISOString() }
    // Of several processes that have seen it one changes it first; the others find it changed.
    const { numUpdatedRows } = await db
      .updateTable('mails')
      .set(taken)
      .where('id', '=', mail.id)
      .where('tries', '=', mail.tries)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) return { ...mail, ...taken }
  }
  return undefined
}

/** Gives a mail back that was taken: it is tried again then. */
export async function postponeMail(db: Db, { id, tries }: WaitingMail, until: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_try_at: until.toISOString() })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .execute()
}

/** Of a mail that is sent, or never will be. */
export async function removeMail(db: Db, { id }: Pick<WaitingMail, 'id'>): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute()
}

/** Removes what nobody sends any more: where mail is not set up any longer nobody else would. */
export async function sweepMails(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - WAITS_FOR_MS - LEASE_MS).toISOString()
  await db.deleteFrom('mails').where('created_at', '<', oldest).execute()
}

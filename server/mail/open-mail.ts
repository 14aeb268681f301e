import type { KeyObject } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db } from '../db/engine.ts'
import type { Settings } from '../settings/settings.ts'
import { writeLetter } from './letters.ts'
import { MailSender, type MailSenderOptions } from './mail-sender.ts'
import { openSmtp } from './smtp.ts'

interface MailDeps {
  db: Db
  /** See settings/secret-key.ts. */
  secretKey: KeyObject
  log: Logger
  clock: () => Date
  onOutcome?: MailSenderOptions['onOutcome']
}

/** The mail sender; undefined if mail is not configured. Sends nothing until it is started or given a mail. */
export function openMail(
  { mail, publicUrl }: Pick<Settings, 'mail' | 'publicUrl'>,
  { db, secretKey, clock, ...deps }: MailDeps,
): MailSender | undefined {
  if (!mail || !publicUrl) return undefined
  return new MailSender({
    db,
    clock,
    ...deps,
    open: () => openSmtp(mail),
    write: (mail) => writeLetter({ db, secretKey, publicUrl, clock }, mail),
  })
}

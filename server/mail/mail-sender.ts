import type { Logger } from 'pino'
import { BackgroundWork } from '../db/background-work.ts'
import type { Db } from '../db/engine.ts'
import { withTimeLimit } from '../http/time-limit.ts'
import type { MailOutcome } from '../metrics/metrics.ts'
import {
  addMail,
  leaseMail,
  MAX_MAIL_AGE_MS,
  type NewMail,
  type OutboxMail,
  postponeMail,
  removeMail,
} from './outbox.ts'
import { describeFailure, type Letter, MAX_CONNECTIONS, type Smtp } from './smtp.ts'

const POLL_INTERVAL_MS = 30_000
const ATTEMPT_TIMEOUT_MS = 2 * 60_000
/** Mails are processed after the response, so that its duration does not reveal whether an account exists. */
const SEND_DELAY_MS = 100
const STOP_TIMEOUT_MS = 4000
/** By number of failures; the last one repeats. */
const RETRY_PAUSES_MINUTES = [1, 2, 5, 10, 20, 40, 60]
const MINUTE_MS = 60_000

/**
 * `bounced`: its address is wrong. `doubted`: its address was refused, perhaps for another reason. `dropped`: not
 * retried, for any other reason.
 */
export type MailEnd = 'sent' | 'bounced' | 'doubted' | 'dropped'

export interface WrittenLetter extends Letter {
  /** Records how it ended. A mail for which this fails is sent again. */
  onEnd?: (end: MailEnd) => Promise<void>
}

export interface MailSenderOptions {
  db: Db
  /** The content of a mail; undefined if it no longer applies. */
  write: (mail: OutboxMail) => Promise<WrittenLetter | undefined>
  /** Opens the client of the mail server, before the first mail. */
  open: () => Promise<Smtp>
  log: Logger
  clock: () => Date
  onOutcome?: ((outcome: MailOutcome) => void) | undefined
}

/*
 * Sends the mails in the outbox.
 * Job: send each mail in the background soon after it was added, and retry for a day with growing pauses.
 * Invariants: no request waits for a mail server. The first mail of a run is sent alone, then several at once. The log
 *   contains neither addresses nor links.
 * Failure: a mail that the server rejects for good is removed, and one that fails for a day is given up; both are
 *   logged. If the mail server does not respond, the other mails wait too.
 */
export class MailSender {
  readonly #options: MailSenderOptions
  readonly #closing = new AbortController()
  #smtp: Promise<Smtp> | undefined
  readonly #work: BackgroundWork
  #delay: ReturnType<typeof setTimeout> | undefined

  constructor(options: MailSenderOptions) {
    this.#options = options
    this.#work = new BackgroundWork({
      run: () => this.#sendAll(),
      onError: (err) => options.log.error({ err }, 'the mails in the outbox could not be loaded'),
      intervalMs: POLL_INTERVAL_MS,
    })
  }

  /** Sends what is in the outbox, and checks for more periodically. */
  start(): void {
    this.#work.start()
  }

  /** Adds a mail to the outbox. Resolves once it is stored. */
  async send(mail: NewMail): Promise<void> {
    await addMail(this.#options.db, mail, this.#options.clock())
    this.#delay ??= setTimeout(() => {
      this.#delay = undefined
      void this.sendDue()
    }, SEND_DELAY_MS).unref()
  }

  /** Sends all due mails. Resolves when none is left or none can be sent. Logs errors. */
  sendDue(): Promise<void> {
    return this.#work.request()
  }

  /** Stops sending. A mail that is being sent gets a grace period. */
  async close(): Promise<void> {
    clearTimeout(this.#delay)
    const timer = setTimeout(() => this.#closing.abort(), STOP_TIMEOUT_MS)
    await this.#work.close()
    clearTimeout(timer)
    await this.#smtp?.then((smtp) => smtp.close()).catch(() => {})
  }

  /** The first mail shows whether the mail server responds: if not, the others do not count as tried. */
  async #sendAll(): Promise<void> {
    let goesOn = !this.#work.isClosed && (await this.#sendNext())
    const send = async () => {
      while (goesOn && !this.#work.isClosed) goesOn = (await this.#sendNext()) && goesOn
    }
    const senders = await Promise.allSettled(Array.from({ length: MAX_CONNECTIONS }, send))
    for (const sender of senders) if (sender.status === 'rejected') throw sender.reason
  }

  async #sendNext(): Promise<boolean> {
    const { db, write, log, clock } = this.#options
    const mail = await leaseMail(db, clock())
    if (!mail) return false
    const letter = await write(mail)
    if (!letter) return this.#end(mail, 'void')
    try {
      await this.#deliver(letter)
    } catch (failure) {
      return this.#handleFailure(mail, letter, failure)
    }
    log.info(describe(mail), 'mail sent')
    await letter.onEnd?.('sent')
    return this.#end(mail, 'sent')
  }

  async #deliver(letter: Letter): Promise<void> {
    this.#smtp ??= this.#options.open()
    const { deliver } = await this.#smtp.catch((failure) => {
      this.#smtp = undefined
      throw failure
    })
    await withTimeLimit(ATTEMPT_TIMEOUT_MS, this.#closing.signal, (limited) => deliver(letter, limited))
  }

  async #handleFailure(mail: OutboxMail, letter: WrittenLetter, failure: unknown): Promise<boolean> {
    const { db, log, clock } = this.#options
    const { isRefused, isAddressRefused, isAddressWrong, isAboutMail, ...reason } = describeFailure(failure)
    const details = { ...describe(mail), ...reason }
    if (isRefused) {
      log.warn(details, 'mail permanently rejected by the mail server')
      await letter.onEnd?.(isAddressWrong ? 'bounced' : isAddressRefused ? 'doubted' : 'dropped')
      return this.#end(mail, 'refused')
    }
    const pause = RETRY_PAUSES_MINUTES[Math.min(mail.tries, RETRY_PAUSES_MINUTES.length) - 1] ?? 0
    const next = new Date(clock().getTime() + pause * MINUTE_MS)
    if (next.getTime() > Date.parse(mail.created_at) + MAX_MAIL_AGE_MS) {
      log.error(details, 'mail abandoned after a day')
      await letter.onEnd?.('dropped')
      return (await this.#end(mail, 'given_up')) && isAboutMail
    }
    await postponeMail(db, mail, next)
    this.#options.onOutcome?.('postponed')
    log.warn({ ...details, minutes: pause }, 'mail not sent, will be retried')
    return isAboutMail
  }

  async #end(mail: OutboxMail, outcome: MailOutcome): Promise<true> {
    await removeMail(this.#options.db, mail)
    this.#options.onOutcome?.(outcome)
    return true
  }
}

const describe = ({ kind, tries }: OutboxMail) => ({ kind, tries })

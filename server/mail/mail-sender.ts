import type { Logger } from 'pino'
import type { Db } from '../db/engine.ts'
import {
  addMail,
  claimMail,
  type NewMail,
  postponeMail,
  removeMail,
  WAITS_FOR_MS,
  type WaitingMail,
} from './mail-queue.ts'
import { type Deliver, type Letter, whyNotSent } from './smtp.ts'

const LOOK_EVERY_MS = 30_000
const TRY_WITHIN_MS = 2 * 60_000
/** Whoever asks for something is answered before any work on it begins: how long that takes tells nobody whether there is an account. */
const SOON_MS = 100
/** At a stop, a mail that is on its way gets this long. */
const FINISH_WITHIN_MS = 4000
/** After the first failure, the second, and so on; the last pause stays. */
const PAUSES_MINUTES = [1, 2, 5, 10, 20, 40, 60]
const MINUTE_MS = 60_000

/** How a try has ended. */
export type MailOutcome = 'sent' | 'postponed' | 'refused' | 'given_up' | 'void'

export interface MailSenderOptions {
  db: Db
  /** What stands in a mail; undefined where there is nothing to say any more. */
  write: (mail: WaitingMail) => Promise<Letter | undefined>
  deliver: Deliver
  log: Logger
  clock: () => Date
  onOutcome?: ((outcome: MailOutcome) => void) | undefined
}

/*
 * What sends the mails that wait.
 * Job: a mail is sent soon after somebody has asked for it, in the background, and tried again with growing pauses for a day.
 * Invariants: nobody who asks waits for it; one mail at a time; the log names neither an address nor a link.
 * Failure: what the mail server will never take is removed, and what fails for a day is given up, each with a line in the log. Where the
 *   mail server does not answer, the others wait too.
 */
export class MailSender {
  readonly #options: MailSenderOptions
  readonly #closing = new AbortController()
  #timer: ReturnType<typeof setInterval> | undefined
  #soon: ReturnType<typeof setTimeout> | undefined
  #working: Promise<void> | undefined
  #isWanted = false
  #isClosed = false

  constructor(options: MailSenderOptions) {
    this.#options = options
  }

  /** Sends what waits already, and looks for more from then on. */
  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref()
    void this.look()
  }

  /** Has something be sent. Resolves when it waits for that. */
  async send(mail: NewMail): Promise<void> {
    await addMail(this.#options.db, mail, this.#options.clock())
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      void this.look()
    }, SOON_MS).unref()
  }

  /** Sends what is due. Resolves when nothing is, or nothing can be sent; what goes wrong is logged. */
  look(): Promise<void> {
    this.#isWanted = !this.#isClosed
    this.#working ??= this.#work()
    return this.#working
  }

  /** Sends nothing more. What is on its way gets a moment. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#isWanted = false
    clearInterval(this.#timer)
    clearTimeout(this.#soon)
    const timer = setTimeout(() => this.#closing.abort(), FINISH_WITHIN_MS)
    await this.#working
    clearTimeout(timer)
  }

  async #work(): Promise<void> {
    // Before anything else, so that whoever asks meanwhile finds that somebody is at work.
    await Promise.resolve()
    while (this.#isWanted) {
      this.#isWanted = false
      try {
        while (!this.#isClosed && (await this.#sendNext()));
      } catch (err) {
        this.#options.log.error({ err }, 'mails not looked for')
      }
    }
    this.#working = undefined
  }

  /** Answers whether to go on with the next one. */
  async #sendNext(): Promise<boolean> {
    const { db, write, deliver, log, clock } = this.#options
    const mail = await claimMail(db, clock())
    if (!mail) return false
    const letter = await write(mail)
    if (!letter) return this.#end(mail, 'void')
    try {
      await deliver(letter, AbortSignal.any([this.#closing.signal, AbortSignal.timeout(TRY_WITHIN_MS)]))
    } catch (failure) {
      return this.#notSent(mail, failure)
    }
    log.info(about(mail), 'mail sent')
    return this.#end(mail, 'sent')
  }

  async #notSent(mail: WaitingMail, failure: unknown): Promise<boolean> {
    const { db, log, clock } = this.#options
    const { isRefused, isAboutMail, ...why } = whyNotSent(failure)
    const told = { ...about(mail), ...why }
    if (isRefused) {
      log.warn(told, 'mail refused for good by the mail server')
      return this.#end(mail, 'refused')
    }
    const pause = PAUSES_MINUTES[Math.min(mail.tries, PAUSES_MINUTES.length) - 1] ?? 0
    const next = new Date(clock().getTime() + pause * MINUTE_MS)
    if (next.getTime() > Date.parse(mail.created_at) + WAITS_FOR_MS) {
      log.error(told, 'mail given up after a day')
      return (await this.#end(mail, 'given_up')) && isAboutMail
    }
    await postponeMail(db, mail, next)
    this.#options.onOutcome?.('postponed')
    log.warn({ ...told, minutes: pause }, 'mail not sent, tried again')
    return isAboutMail
  }

  async #end(mail: WaitingMail, outcome: MailOutcome): Promise<true> {
    await removeMail(this.#options.db, mail)
    this.#options.onOutcome?.(outcome)
    return true
  }
}

const about = ({ kind, tries }: WaitingMail) => ({ kind, tries })

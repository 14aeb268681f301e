import { isIP } from 'node:net'
import type { MailSettings } from '../settings.ts'

/** A mail as it is read. */
export interface Letter {
  to: string
  subject: string
  text: string
}

/** Hands a letter to the server that takes mails. @throws whatever went wrong: see `whyNotSent` */
export type Deliver = (letter: Letter, signal: AbortSignal) => Promise<void>

/** What may be said of a failure: the server's own words hold the address, and perhaps more. */
export interface NotSent {
  /** Such as ECONNECTION. */
  code: string | undefined
  /** What the server answered: its number alone. */
  answer: number | undefined
  /** Whether the server will never take this mail. */
  isRefused: boolean
  /** Whether it is about this mail; else it would go the same way with every other one. */
  isAboutMail: boolean
}

const ANSWER_WITHIN_MS = 30_000

/** Opens the way to the server that takes mails. A connection is made for each letter. */
export async function openSmtp({ host, port, secure, user, password, from }: MailSettings): Promise<Deliver> {
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer')
  const isHere = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  const transport = createTransport({
    host,
    port,
    secure,
    // On this machine nobody listens, and certificates are seldom right.
    ignoreTLS: isHere,
    // A password goes nowhere without TLS.
    requireTLS: !isHere && user !== undefined,
    ...(user !== undefined && { auth: { user, pass: password } }),
    connectionTimeout: ANSWER_WITHIN_MS,
    greetingTimeout: ANSWER_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, ...letter }, signal) => {
    // As objects, so that nothing in an address is read as a second one.
    const headers = { 'Auto-Submitted': 'auto-generated' }
    await transport.sendMail({ ...letter, from, to: { name: '', address: to }, headers, signal })
  }
}

/** Why a letter was not sent. */
export function whyNotSent(failure: unknown): NotSent {
  const { code, responseCode, command } = (failure ?? {}) as { code?: string; responseCode?: number; command?: string }
  // Who is not let in, or may not send in this name, is for the operator to mend.
  const isAboutMail =
    responseCode !== undefined && (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM'
  return { code, answer: responseCode, isAboutMail, isRefused: isAboutMail && responseCode >= 500 }
}

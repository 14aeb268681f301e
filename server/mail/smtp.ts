import { isIP } from 'node:net'
import type { MailSettings } from '../settings/settings.ts'

export interface Letter {
  to: string
  subject: string
  text: string
  headers?: Record<string, string>
}

/** Sends a letter through the SMTP server. @throws any error: see `whyNotSent` */
export type Deliver = (letter: Letter, signal: AbortSignal) => Promise<void>

/** The loggable part of a failure. The server's own message contains the address, and perhaps more. */
interface DeliveryFailure {
  /** Such as ECONNECTION. */
  code: string | undefined
  answer: number | undefined
  isRefused: boolean
  /** Whether it is the address that was refused, not what the mail says. */
  isAddressRefused: boolean
  /** Whether the failure concerns only this mail; otherwise every other mail would fail too. */
  isAboutMail: boolean
}

const RESPONSE_TIMEOUT_MS = 30_000

/** Prepares delivery over SMTP, with a new connection per letter. */
export async function openSmtp({ host, port, secure, user, password, from }: MailSettings): Promise<Deliver> {
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer')
  const isLocal = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  const transport = createTransport({
    host,
    port,
    secure,
    // Traffic on this machine cannot be intercepted, and its certificates are rarely valid.
    ignoreTLS: isLocal,
    // Never sends a password without TLS.
    requireTLS: !isLocal && user !== undefined,
    ...(user !== undefined && { auth: { user, pass: password } }),
    connectionTimeout: RESPONSE_TIMEOUT_MS,
    greetingTimeout: RESPONSE_TIMEOUT_MS,
    socketTimeout: RESPONSE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, subject, text, headers: more }, signal) => {
    // Passed as an object, so that no part of an address is parsed as a second recipient.
    const headers = { 'Auto-Submitted': 'auto-generated', ...more }
    await transport.sendMail({ subject, text, from, to: { name: '', address: to }, headers, signal })
  }
}

export function describeFailure(failure: unknown): DeliveryFailure {
  const { code, responseCode, command } = (failure ?? {}) as { code?: string; responseCode?: number; command?: string }
  // Rejected credentials or a rejected sender address are a configuration problem, not the mail's.
  const isAboutMail =
    responseCode !== undefined && (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM'
  const isRefused = isAboutMail && responseCode >= 500
  return { code, answer: responseCode, isAboutMail, isRefused, isAddressRefused: isRefused && code === 'EENVELOPE' }
}

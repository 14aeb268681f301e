import { isIP } from 'node:net'
import type { MailSettings } from '../settings/settings.ts'

export interface Letter {
  to: string
  subject: string
  text: string
  headers?: Record<string, string>
}

/** Sends a letter through the SMTP server. @throws any error: see `describeFailure` */
export type Deliver = (letter: Letter, signal: AbortSignal) => Promise<void>

export interface Smtp {
  deliver: Deliver
  /** Ends the connections that deliver nothing. The others end with their letter. */
  close: () => void
}

/** Mail servers take few connections from one client. */
export const MAX_CONNECTIONS = 5
/** Longer than between two letters of a run. Mail servers end idle connections, some after seconds. */
const IDLE_MS = 2000

/** The loggable part of a failure. The server's own message contains the address, and perhaps more. */
interface DeliveryFailure {
  /** Such as ECONNECTION. */
  code: string | undefined
  answer: number | undefined
  isRefused: boolean
  /** Whether it is the address that was refused, not what the mail says. */
  isAddressRefused: boolean
  /** Whether the server says that it is the address. Otherwise the cause is unknown, such as a rate limit. */
  isAddressWrong: boolean
  /** Whether the failure concerns only this mail; otherwise every other mail would fail too. */
  isAboutMail: boolean
}

const RESPONSE_TIMEOUT_MS = 30_000

/** Prepares delivery over SMTP. The letters of a run share connections. */
export async function openSmtp({ host, port, secure, user, password, from }: MailSettings): Promise<Smtp> {
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer')
  const isLocal = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  const transport = createTransport({
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    idleTimeout: IDLE_MS,
    // Retries once if an idle connection was closed before anything was sent.
    maxRequeues: 1,
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
  const deliver: Deliver = async ({ to, subject, text, headers: more }, signal) => {
    // Passed as an object, so that no part of an address is parsed as a second recipient.
    const headers = { 'Auto-Submitted': 'auto-generated', ...more }
    await transport.sendMail({ subject, text, from, to: { name: '', address: to }, headers, signal })
  }
  return { deliver, close: () => transport.close() }
}

export function describeFailure(failure: unknown): DeliveryFailure {
  const { code, responseCode, command, response = '' } = (failure ?? {}) as SmtpError
  // Rejected credentials or a rejected sender address are a configuration problem, not the mail's.
  const isAboutMail =
    responseCode !== undefined && (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM'
  const isRefused = isAboutMail && responseCode >= 500
  const isRecipientRefused = isRefused && code === 'EENVELOPE'
  const enhanced = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  const isAddressWrong = isRecipientRefused && enhanced !== undefined && wrongAddress.test(enhanced)
  const mayBeWrong = isRecipientRefused && enhanced === undefined && [550, 551, 553].includes(responseCode)
  const isAddressRefused = isAddressWrong || mayBeWrong
  return { code, answer: responseCode, isAboutMail, isRefused, isAddressRefused, isAddressWrong }
}

interface SmtpError {
  code?: string
  responseCode?: number
  command?: string
  /** What the server has answered, with its codes. */
  response?: string
}

/** Enhanced status codes (RFC 3463) about the address of the recipient; 5.1.7 and 5.1.8 are about the sender's. */
const wrongAddress = /^5\.(1\.(?![78]$)\d+|2\.1)$/

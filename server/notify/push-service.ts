import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { withTimeLimit } from '../http/time-limit.ts'
import { APP_VERSION } from '../settings/app-version.ts'
import type { PushSettings } from '../settings/push.ts'
import { findEndpoint, isPublicAddress, type PushEndpoint } from './push-endpoints.ts'
import type { PushKeyPair } from './push-keys.ts'

/*
 * Client for push services (RFC 8030, RFC 8291, RFC 8292).
 * Job: encrypt a message for one browser and hand it to the service that its endpoint names.
 * Invariants: connects only to hosts that the settings allow, and of those only to addresses on the internet, unless
 *   the operator named the origin. The address is checked where the connection is made, so a name that changes its
 *   address gains nothing. Redirects are not followed, and little of a response is read.
 * Failure: every failure is an outcome with what the log may say; the caller decides whether to try again.
 */

export interface PushMessage {
  endpoint: string
  p256dh: string
  auth: string
  content: string
  ttlSeconds: number
  isUrgent: boolean
  /** Replaces a waiting message of the same topic: up to 32 characters of base64url. */
  topic: string
}

/**
 * `gone`: the browser no longer wants pushes. `refused`: the service does not accept what we send. `failed`: it may
 * work later.
 */
export type PushAnswer = { outcome: 'sent' } | { outcome: 'gone' } | PushFailure
export interface PushFailure {
  outcome: 'refused' | 'failed'
  status?: number | undefined
  /** A code such as ECONNREFUSED, or a service's word for what is wrong. */
  reason?: string | undefined
  retryAfterSeconds?: number | undefined
}

export type SendPush = (message: PushMessage, signal: AbortSignal) => Promise<PushAnswer>

type LookUp = (
  host: string,
  options: LookupOptions & { all: true },
  done: (failure: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

export interface PushServiceOptions {
  settings: PushSettings & { contact: string }
  keys: PushKeyPair
  /** Certificates to trust, for tests. */
  ca?: string | undefined
  lookUp?: LookUp | undefined
  timeoutMs?: number | undefined
}

const TIMEOUT_MS = 10_000
const MAX_RESPONSE = 4 * 1024
const MAX_CONNECTIONS = 24
/** Push services accept a signature for up to 24 hours. */
const SIGNATURE_SECONDS = 12 * 60 * 60
const RENEWED_AFTER_MS = 60 * 60_000

export async function openPushService({
  settings: { services, contact },
  keys: { publicKey, privateKey },
  ca,
  lookUp = lookup,
  timeoutMs = TIMEOUT_MS,
}: PushServiceOptions): Promise<{ send: SendPush; close: () => void }> {
  // Loaded only where pushes are sent.
  const { default: webPush } = await import('web-push')
  const connections = { keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: timeoutMs, ...(ca && { ca }) }
  const agents = { own: new Agent(connections), public: new Agent({ ...connections, lookup: onlyPublic(lookUp) }) }
  const signatures = new Map<string, { header: string; madeAt: number }>()

  /** Signing takes longer than all else, and a signature is for all messages to an origin. */
  function sign(origin: string): string {
    const known = signatures.get(origin)
    if (known && performance.now() - known.madeAt < RENEWED_AFTER_MS) return known.header
    const until = Math.floor(Date.now() / 1000) + SIGNATURE_SECONDS
    const header = webPush.getVapidHeaders(origin, contact, publicKey, privateKey, 'aes128gcm', until).Authorization
    signatures.set(origin, { header, madeAt: performance.now() })
    return header
  }

  const send: SendPush = async (message, signal) => {
    const endpoint = findEndpoint(services, message.endpoint)
    // The settings have changed since.
    if (!endpoint) return { outcome: 'gone' }
    const Authorization = sign(endpoint.url.origin)
    let encrypted: { body: Buffer | null; headers: Record<string, unknown> }
    try {
      const { p256dh, auth, ttlSeconds, isUrgent, topic } = message
      encrypted = webPush.generateRequestDetails(
        { endpoint: message.endpoint, keys: { p256dh, auth } },
        message.content,
        {
          TTL: ttlSeconds,
          urgency: isUrgent ? 'high' : 'normal',
          topic,
          contentEncoding: 'aes128gcm',
          headers: { Authorization, 'User-Agent': `Wayfare/${APP_VERSION}` },
        },
      )
    } catch {
      // Keys that no browser has.
      return { outcome: 'gone' }
    }
    const agent = endpoint.isOwn ? agents.own : agents.public
    const { body, headers } = encrypted
    const sent = { agent, headers: headers as Record<string, string>, body: body ?? Buffer.alloc(0) }
    return withTimeLimit(timeoutMs, signal, (limited) => post(endpoint, sent, limited))
  }
  return {
    send,
    close: () => {
      agents.own.destroy()
      agents.public.destroy()
    },
  }
}

/** Finds the addresses of a host, and none if any of them is not on the internet. */
function onlyPublic(lookUp: LookUp) {
  return (host: string, options: LookupOptions, done: (...found: never[]) => void): void => {
    const answer = done as unknown as (failure: Error | null, found?: string | LookupAddress[], family?: number) => void
    lookUp(host, { ...options, all: true }, (failure, found) => {
      if (failure) return answer(failure)
      const [first] = found
      if (!first || !found.every(({ address }) => isPublicAddress(address)))
        return answer(Object.assign(new Error('not on the internet'), { code: 'ENOTPUBLIC' }))
      return options.all ? answer(null, found) : answer(null, first.address, first.family)
    })
  }
}

interface Post {
  agent: Agent
  headers: Record<string, string>
  body: Buffer
}

async function post({ url }: PushEndpoint, { agent, headers, body }: Post, signal: AbortSignal): Promise<PushAnswer> {
  const attempt = () =>
    new Promise<PushAnswer>((resolve, reject) => {
      const sent = request(url, { method: 'POST', agent, headers, signal }, (response) => {
        readAnswer(response).then(resolve, reject)
      })
      // The service may have closed an idle connection at this moment.
      sent.on('error', (failure) => reject(Object.assign(failure, { wasIdle: sent.reusedSocket })))
      sent.end(body)
    })
  try {
    return await attempt().catch((failure) => {
      const wasClosed = failure.wasIdle && ['ECONNRESET', 'EPIPE'].includes(failure.code)
      if (!wasClosed || signal.aborted) throw failure
      return attempt()
    })
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException
    return { outcome: 'failed', reason: signal.aborted ? 'ETIMEDOUT' : (code ?? 'unreadable') }
  }
}

async function readAnswer(response: IncomingMessage): Promise<PushAnswer> {
  const status = response.statusCode ?? 0
  let text = ''
  for await (const chunk of response) {
    text += chunk
    // Also closes the connection.
    if (text.length > MAX_RESPONSE) break
  }
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  const isTemporary = status === 429 || status === 408 || status >= 500
  const seconds = Number(response.headers['retry-after'])
  const retryAfterSeconds = isTemporary && seconds > 0 ? seconds : undefined
  return { outcome: isTemporary ? 'failed' : 'refused', status, reason: findReason(text), retryAfterSeconds }
}

/** Such as Apple's {"reason":"BadJwtToken"}. Only words that cannot be an address or a name get into the log. */
const findReason = (text: string) => /"(?:reason|errno|status)"\s*:\s*"?(\w{1,40})/.exec(text)?.[1]

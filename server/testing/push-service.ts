import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PushContent, type PushSubscriptionRequest, pushContent } from '#domain/api/notices.ts'
import { makeCertificate } from './certificate.ts'

export interface ArrivedPush {
  endpoint: string
  content: PushContent
  ttl: number
  urgency: string | undefined
  topic: string | undefined
  /** Whom the push service may ask about it. */
  contact: string
}

/** What the service answers: a status, and headers if need be. */
export type PushReply = number | { status: number; headers?: Record<string, string>; body?: string }

interface Browser {
  curve: ECDH
  auth: Buffer
  publicKey: string
}

const SUBJECT = /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/
const DAY_S = 24 * 60 * 60

/**
 * A local push service, with browsers that subscribe to it. It checks signatures and decrypts pushes itself, by the
 * standards and not by the library that the server uses.
 */
export class TestPushService {
  readonly arrived: ArrivedPush[] = []
  /** Why pushes were not accepted, although `reply` would have. */
  readonly faults: string[] = []
  /** How many requests have begun, and how many of them are not over. */
  begun = 0
  open = 0
  delayMs = 0
  reply: (endpoint: string) => PushReply = () => 201
  /** For `ca`, and for NODE_EXTRA_CA_CERTS: see `env`. */
  readonly certificate: string
  readonly #key: string
  readonly #browsers = new Map<string, Browser>()
  #port = 0
  #server: Server | undefined
  #folder: string | undefined

  private constructor() {
    const { cert, key } = makeCertificate()
    this.certificate = cert
    this.#key = key
  }

  static async start(): Promise<TestPushService> {
    const service = new TestPushService()
    await service.listen()
    return service
  }

  get origin(): string {
    return `https://127.0.0.1:${this.#port}`
  }

  /** The settings of a server in this process, which also needs the certificate. */
  env(contact = 'mailto:trips@example.org'): Record<string, string> {
    return { PUSH_SERVICES: this.origin, PUSH_CONTACT: contact }
  }

  /** The settings of a server in a process of its own. */
  async processEnv(contact?: string): Promise<Record<string, string>> {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'wayfare-push-'))
    const file = join(this.#folder, 'certificate.pem')
    await writeFile(file, this.certificate)
    return { ...this.env(contact), NODE_EXTRA_CA_CERTS: file }
  }

  /** Starts listening, always on the same port. */
  async listen(): Promise<void> {
    const server = createServer({ cert: this.certificate, key: this.#key }, (request, response) => {
      this.#handle(request, response).catch((failure) => {
        this.faults.push(String(failure))
        response.writeHead(400).end()
      })
    })
    // A client that disconnects must not fail a test.
    server.on('tlsClientError', () => {})
    server.on('clientError', (_failure, socket) => socket.destroy())
    server.listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  /** Stops listening until `listen` is called. */
  async goDown(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  async close(): Promise<void> {
    await this.goDown()
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true })
  }

  /** Subscribes as a browser does with `PushManager.subscribe({ applicationServerKey })`. */
  subscribe(publicKey: string): PushSubscriptionRequest {
    const curve = createECDH('prime256v1')
    const p256dh = curve.generateKeys().toString('base64url')
    const auth = randomBytes(16)
    const path = `/push/${randomBytes(24).toString('base64url')}`
    this.#browsers.set(path, { curve, auth, publicKey })
    const keys = { p256dh, auth: auth.toString('base64url') }
    return { endpoint: `${this.origin}${path}`, keys, public_key: publicKey }
  }

  /** The pushes to an endpoint, oldest first. */
  to({ endpoint }: { endpoint: string }): ArrivedPush[] {
    return this.arrived.filter((push) => push.endpoint === endpoint)
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.begun += 1
    this.open += 1
    response.on('close', () => {
      this.open -= 1
    })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs))
    const path = request.url ?? ''
    const endpoint = `${this.origin}${path}`
    const reply = this.reply(endpoint)
    const { status, headers = {}, body = '' } = typeof reply === 'number' ? { status: reply } : reply
    if (status >= 200 && status < 300) {
      const browser = this.#browsers.get(path)
      if (!browser) {
        response.writeHead(410).end()
        return
      }
      const fault = this.#read(request, { endpoint, browser, body: Buffer.concat(chunks) })
      if (fault) {
        this.faults.push(fault)
        response.writeHead(fault.startsWith('signature') ? 403 : 400).end(JSON.stringify({ reason: 'BadJwtToken' }))
        return
      }
    }
    response.writeHead(status, headers).end(body)
  }

  /** @returns what is wrong with a push */
  #read(
    { headers, method }: IncomingMessage,
    { endpoint, browser, body }: { endpoint: string; browser: Browser; body: Buffer },
  ): string | undefined {
    if (method !== 'POST') return `method ${method}`
    const signature = readSignature(headers.authorization ?? '', browser.publicKey, this.origin)
    if ('fault' in signature) return `signature: ${signature.fault}`
    if (headers['content-encoding'] !== 'aes128gcm') return `encoding ${headers['content-encoding']}`
    const { ttl, urgency, topic } = headers as Record<string, string | undefined>
    if (!/^\d+$/.test(ttl ?? '')) return `TTL ${ttl}`
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return `topic ${topic}`
    const content = pushContent.parse(JSON.parse(decrypt(browser, body)))
    this.arrived.push({ endpoint, content, ttl: Number(ttl), urgency, topic, contact: signature.contact })
    return undefined
  }
}

/** Checks the signature of a server (RFC 8292). */
function readSignature(header: string, publicKey: string, origin: string): { fault: string } | { contact: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  if (key !== publicKey) return { fault: 'another key' }
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ]
  const verifier = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid) return { fault: 'invalid' }
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString())
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const now = Date.now() / 1000
  if (alg !== 'ES256') return { fault: `algorithm ${alg}` }
  if (aud !== origin) return { fault: `for ${aud}` }
  if (!(exp > now && exp <= now + DAY_S)) return { fault: `until ${exp}` }
  return SUBJECT.test(sub) ? { contact: sub } : { fault: `contact ${sub}` }
}

/** Decrypts a message of one record (RFC 8188, RFC 8291). */
function decrypt({ curve, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + body.readUInt8(20)
  const senderKey = body.subarray(21, keyEnd)
  const record = body.subarray(keyEnd)
  if (record.length > body.readUInt32BE(16)) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey])
  const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(senderKey), auth, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end of the record')
  return padded.subarray(0, end).toString()
}

import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const ACCESS_KEY = 'AKIAWAYFARETESTS'
const SECRET_KEY = 'pine/needles+0123456789'
const REGION = 'eu-test-1'
const BUCKET = 'wayfare-test'

type Mood = 'well' | 'silent' | 'broken' | 'full' | 'refusing'

/**
 * An S3-compatible store with one bucket, over HTTP. Supports the calls that documents need, checks each signature
 * (version 4), and stores its objects in memory.
 */
export class S3Server {
  readonly objects = new Map<string, { type: string | undefined; bytes: Buffer }>()
  /** The calls it has received, such as `PUT {key}`. */
  readonly calls: string[] = []
  mood: Mood = 'well'
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error) => response.destroy(error))
  })

  static async start(): Promise<S3Server> {
    const server = new S3Server()
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  get env(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo
    return {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: ACCESS_KEY,
      S3_SECRET_ACCESS_KEY: SECRET_KEY,
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request
    const { pathname, searchParams } = new URL(url, 'http://s3')
    const [, bucket, ...rest] = pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    this.calls.push(`${method} ${key}`)
    if (this.mood === 'silent') return
    if (this.mood === 'broken') return refuse(response, 500, 'InternalError')
    if (this.mood === 'full') return refuse(response, 507, 'InsufficientStorage')
    if (this.mood === 'refusing') return refuse(response, 403, 'AccessDenied')
    const signatureError = findSignatureError(request, pathname, searchParams)
    if (signatureError) return refuse(response, 403, signatureError)
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket')

    if (method === 'PUT') {
      if (request.headers['content-length'] === undefined) return refuse(response, 411, 'MissingContentLength')
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      this.objects.set(key, { type: request.headers['content-type'], bytes: Buffer.concat(chunks) })
      response.writeHead(200).end()
    } else if (method === 'DELETE') {
      this.objects.delete(key)
      response.writeHead(204).end()
    } else if (method === 'GET') {
      const object = this.objects.get(key)
      if (!object) return refuse(response, 404, 'NoSuchKey')
      const [, start = '', end = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
      const bytes =
        start === '' ? object.bytes : object.bytes.subarray(Number(start), end === '' ? undefined : Number(end) + 1)
      response.writeHead(start === '' ? 200 : 206, { 'content-length': bytes.length }).end(bytes)
    } else refuse(response, 405, 'MethodNotAllowed')
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

/** Checks a signature as AWS specifies version 4. Returns an error code, or undefined if it is valid. */
function findSignatureError(request: IncomingMessage, path: string, query: URLSearchParams): string | undefined {
  const {
    authorization = '',
    'x-amz-date': at = '',
    'x-amz-content-sha256': payload = '',
  } = request.headers as Record<string, string>
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/
  const [, keyId, day = '', region = '', signed = '', signature] = parts.exec(authorization) ?? []
  if (keyId !== ACCESS_KEY) return 'InvalidAccessKeyId'
  if (region !== REGION || !at.startsWith(day)) return 'AuthorizationHeaderMalformed'
  const names = signed.split(';')
  if (!names.includes('host') || !names.includes('x-amz-date')) return 'AuthorizationHeaderMalformed'
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('')
  const sorted = [...query]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
  const canonical = [request.method, path, sorted.join('&'), headers, signed, payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${SECRET_KEY}`)
  return hmac(signingKey, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

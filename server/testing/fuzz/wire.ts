import { connect } from 'node:net'

/** A request as raw bytes, so that no HTTP client refuses or corrects its mistakes. */
export interface WireRequest {
  method: string
  target: string
  headers: [string, string][]
  body: Buffer | undefined
  /** Whether the client half-closes the connection afterwards. Node then drops the responses it has not sent yet. */
  isBrokenOff: boolean
}

export interface WireResponse {
  status: number
  headers: Headers
  body: Buffer
}

/**
 * Sends a request.
 * @returns undefined if the server closed the connection without a response; only the head of an event stream
 */
export function sendOverWire(port: number, request: WireRequest): Promise<WireResponse | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let received = Buffer.alloc(0)
    const finish = (answer: WireResponse | undefined) => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      const answer = parseResponse(received, request.method === 'HEAD')
      if (answer) finish(answer)
    })
    socket.on('end', () => finish(undefined))
    // A request larger than the server reads may be reset before its response arrives.
    socket.on('error', () => finish(undefined))
    if (request.isBrokenOff) socket.end(encode(request))
    else socket.write(encode(request))
  })
}

function encode({ method, target, headers, body }: WireRequest): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)])
}

/** Undefined while the response is incomplete. */
function parseResponse(bytes: Buffer, isHead: boolean): WireResponse | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(first.split(' ')[1])
  const rest = bytes.subarray(end + 4)
  if (status < 200) return parseResponse(rest, isHead)
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const isEmpty = isHead || status === 204 || status === 304 || headers.get('content-type') === 'text/event-stream'
  const body = isEmpty ? rest.subarray(0, 0) : bodyOf(rest, headers)
  return body && { status, headers, body }
}

function bodyOf(rest: Buffer, headers: Headers): Buffer | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return joinChunks(rest)
  const length = Number(headers.get('content-length') ?? 0)
  return rest.length < length ? undefined : rest.subarray(0, length)
}

function joinChunks(bytes: Buffer): Buffer | undefined {
  const pieces: Buffer[] = []
  for (let from = 0; ; ) {
    const line = bytes.indexOf('\r\n', from)
    if (line < 0) return undefined
    const size = Number.parseInt(bytes.subarray(from, line).toString('latin1'), 16)
    const start = line + 2
    if (bytes.length < start + size + 2) return undefined
    if (size === 0) return Buffer.concat(pieces)
    pieces.push(bytes.subarray(start, start + size))
    from = start + size + 2
  }
}

export function inChunks(body: Buffer): Buffer {
  const half = Math.floor(body.length / 2)
  const pieces = [body.subarray(0, half), body.subarray(half)].filter((chunk) => chunk.length > 0)
  const chunks = pieces.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])
}

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ArrivedMail {
  from: string
  to: string[]
  /** By lower-case name. */
  headers: Record<string, string>
  text: string
}

type Answer = 'takes' | number | `${number} ${string}`

/** A local mail server that stores what it receives, or answers as a test decides. */
export class TestSmtpServer {
  readonly arrived: ArrivedMail[] = []
  /** How many attempts to send a mail have begun. */
  begun = 0
  /** The passwords that clients have sent. */
  readonly passwords: string[] = []
  /** The answer for each recipient: accept, or a code such as 451 (temporary), 550 (permanent) or '550 5.1.1'. */
  answer: (to: string) => Answer = () => 'takes'
  delayMs = 0
  #port = 0
  #server: SMTPServer | undefined

  static async start(): Promise<TestSmtpServer> {
    const smtp = new TestSmtpServer()
    await smtp.listen()
    return smtp
  }

  env(
    publicUrl = 'https://trips.example.org',
    { host = '127.0.0.1', password = 'let%20me%20in' } = {},
  ): Record<string, string> {
    const SMTP_URL = `smtp://wayfare:${password}@${host}:${this.#port}`
    return { SMTP_URL, MAIL_FROM: 'Wayfare Tests <trips@example.org>', PUBLIC_URL: publicUrl }
  }

  /** Starts listening, always on the same port. */
  async listen(): Promise<void> {
    const server = new SMTPServer({
      // Without TLS, as on the same machine, and without reverse DNS lookups.
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      disableReverseLookup: true,
      onAuth: ({ username, password }, _session, done) => {
        this.passwords.push(password ?? '')
        const isRight = username === 'wayfare' && password === 'let me in'
        if (isRight) done(null, { user: username })
        else done(new Error('Who is that?'))
      },
      onRcptTo: ({ address }, _session, done) => {
        this.begun++
        const answer = this.answer(address)
        if (answer === 'takes') done()
        else {
          const [code, enhanced] = String(answer).split(' ')
          const text = [enhanced, `Not to ${address}`].filter(Boolean).join(' ')
          done(Object.assign(new Error(text), { responseCode: Number(code) }))
        }
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const { mailFrom, rcptTo } = envelope
          const from = mailFrom === false ? '' : mailFrom.address
          const to = rcptTo.map(({ address }) => address)
          setTimeout(() => {
            this.arrived.push({ from, to, ...parse(Buffer.concat(chunks).toString()) })
            done()
          }, this.delayMs)
        })
      },
    })
    // A client that disconnects must not fail a test.
    server.on('error', () => {})
    server.listen(this.#port, '127.0.0.1')
    await once(server.server, 'listening')
    this.#port = (server.server.address() as AddressInfo).port
    this.#server = server
  }

  /** Stops listening until `goUp` is called. */
  async goDown(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  /** The mails to an address, oldest first. */
  to(address: string): ArrivedMail[] {
    return this.arrived.filter(({ to }) => to.includes(address))
  }
}

function parse(raw: string): Pick<ArrivedMail, 'headers' | 'text'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = rest.join('\r\n\r\n')
  return { headers, text: decode(body, headers['content-transfer-encoding']).replaceAll('\r\n', '\n') }
}

function decode(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

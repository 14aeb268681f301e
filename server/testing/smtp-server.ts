import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as it has arrived. */
export interface ArrivedMail {
  from: string
  to: string[]
  /** By their names in small letters. */
  headers: Record<string, string>
  text: string
}

type Answer = 'takes' | number

/** A mail server on this machine, on a port of its own, that keeps what it is given, or answers what a test tells it to. */
export class TestSmtpServer {
  readonly arrived: ArrivedMail[] = []
  /** How often somebody has begun to send a mail. */
  begun = 0
  /** The passwords that it was told. */
  readonly passwords: string[] = []
  /** What it answers to each recipient: takes the mail, or a number such as 451 (not now) or 550 (never). */
  answer: (to: string) => Answer = () => 'takes'
  /** How long it takes to think about a mail. */
  thinksMs = 0
  #port = 0
  #server: SMTPServer | undefined

  static async start(): Promise<TestSmtpServer> {
    const smtp = new TestSmtpServer()
    await smtp.goUp()
    return smtp
  }

  /** What the server's settings have to be for its mails to come here. */
  env(
    publicUrl = 'https://trips.example.org',
    { host = '127.0.0.1', password = 'let%20me%20in' } = {},
  ): Record<string, string> {
    const SMTP_URL = `smtp://wayfare:${password}@${host}:${this.#port}`
    return { SMTP_URL, MAIL_FROM: 'Wayfare Tests <trips@example.org>', PUBLIC_URL: publicUrl }
  }

  /** Listens, on the same port every time. */
  async goUp(): Promise<void> {
    const server = new SMTPServer({
      // Without TLS, as on one's own machine; and nobody is asked for a name.
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
        else done(Object.assign(new Error(`Not to ${address}`), { responseCode: answer }))
      },
      onData: (stream, { envelope }, done) => {
        const pieces: Buffer[] = []
        stream.on('data', (piece: Buffer) => pieces.push(piece))
        stream.on('end', () => {
          const { mailFrom, rcptTo } = envelope
          const from = mailFrom === false ? '' : mailFrom.address
          const to = rcptTo.map(({ address }) => address)
          setTimeout(() => {
            this.arrived.push({ from, to, ...read(Buffer.concat(pieces).toString()) })
            done()
          }, this.thinksMs)
        })
      },
    })
    // Whoever breaks off is no failure of a test.
    server.on('error', () => {})
    server.listen(this.#port, '127.0.0.1')
    await once(server.server, 'listening')
    this.#port = (server.server.address() as AddressInfo).port
    this.#server = server
  }

  /** Answers nobody any more, until it goes up again. */
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

/** Of a plain mail. */
function read(raw: string): Pick<ArrivedMail, 'headers' | 'text'> {
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

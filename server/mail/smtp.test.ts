import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseSettings } from '#server/settings/settings.ts'
import { TestSmtpServer } from '#server/testing/smtp-server.ts'
import { describeFailure, type Letter, MAX_CONNECTIONS, openSmtp, type Smtp } from './smtp.ts'

const letterTo = (to: string): Letter => ({ to, subject: 'News', text: 'You have a seat.' })
const nobody = new AbortController().signal

async function open(env: Record<string, string>): Promise<Smtp> {
  const { mail } = parseSettings(env)
  if (!mail) throw new Error('no settings of mail')
  return openSmtp(mail)
}

let opened: Smtp[] = []
const end: (() => Promise<unknown>)[] = []
beforeEach(() => {
  opened = []
})
afterEach(async () => {
  for (const smtp of opened) smtp.close()
  for (const one of end.splice(0)) await one()
})

async function openTestServer() {
  const server = await TestSmtpServer.start()
  end.push(() => server.goDown())
  const smtp = await open(server.env())
  opened.push(smtp)
  return { server, smtp }
}

/** A mail server that answers as it should, except for what it does at the end of a letter. */
class RoughServer {
  readonly sockets = new Set<Socket>()
  connections = 0
  letters = 0
  atEnd: (socket: Socket) => void = (socket) => socket.write('250 Taken\r\n')
  readonly #server: Server

  private constructor() {
    this.#server = createServer((socket) => this.#greet(socket)).listen(0, '127.0.0.1')
  }

  static async open(): Promise<{ server: RoughServer; smtp: Smtp }> {
    const server = new RoughServer()
    await once(server.#server, 'listening')
    end.push(() => server.#close())
    const SMTP_URL = `smtp://127.0.0.1:${(server.#server.address() as AddressInfo).port}`
    const smtp = await open({ SMTP_URL, MAIL_FROM: 'trips@example.org', PUBLIC_URL: 'https://trips.example.org' })
    opened.push(smtp)
    return { server, smtp }
  }

  #greet(socket: Socket): void {
    this.connections += 1
    this.sockets.add(socket)
    socket.on('close', () => this.sockets.delete(socket)).on('error', () => {})
    socket.write('220 Hello\r\n')
    let isLetter = false
    let text = ''
    socket.on('data', (data) => {
      text += data
      if (isLetter) {
        if (!text.endsWith('\r\n.\r\n')) return
        isLetter = false
        this.letters += 1
        this.atEnd(socket)
      } else if (!text.endsWith('\r\n')) return
      else if (text.startsWith('DATA')) {
        isLetter = true
        socket.write('354 Go on\r\n')
      } else socket.write('250 Yes\r\n')
      text = ''
    })
  }

  async #close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

it('the letters of a run share connections, and each arrives once', async () => {
  const { server, smtp } = await openTestServer()
  const queue = Array.from({ length: 40 }, (_, n) => `${n}@example.org`)
  const all = [...queue]
  const send = async () => {
    for (let to = queue.shift(); to; to = queue.shift()) await smtp.deliver(letterTo(to), nobody)
  }
  await Promise.all(Array.from({ length: MAX_CONNECTIONS }, send))
  expect(server.arrived.flatMap(({ to }) => to).sort()).toEqual(all.sort())
  // Each connection signs in once.
  expect(server.passwords.length).toBeLessThanOrEqual(MAX_CONNECTIONS)
})

it('a refused address holds back no other letter', async () => {
  const { server, smtp } = await openTestServer()
  server.answer = (to) => (to === 'gone@example.org' ? 550 : 'takes')
  await smtp.deliver(letterTo('a@example.org'), nobody)
  const failure = await smtp.deliver(letterTo('gone@example.org'), nobody).catch((error) => error)
  expect(describeFailure(failure)).toMatchObject({ isAddressRefused: true, isAboutMail: true, answer: 550 })
  await smtp.deliver(letterTo('b@example.org'), nobody)
  expect(server.arrived.flatMap(({ to }) => to)).toEqual(['a@example.org', 'b@example.org'])
})

it('a letter arrives although the server has ended the idle connection', async () => {
  const { server, smtp } = await RoughServer.open()
  await smtp.deliver(letterTo('a@example.org'), nobody)
  for (const socket of server.sockets) socket.destroy()
  await smtp.deliver(letterTo('b@example.org'), nobody)
  expect([server.letters, server.connections]).toEqual([2, 2])
})

it('a letter that the server may have is not sent again at once', async () => {
  const { server, smtp } = await RoughServer.open()
  await smtp.deliver(letterTo('a@example.org'), nobody)
  server.atEnd = (socket) => socket.destroy()
  const failure = await smtp.deliver(letterTo('b@example.org'), nobody).catch((error) => error)
  // The other mails wait too.
  expect(describeFailure(failure)).toMatchObject({ isAboutMail: false, isRefused: false })
  expect(server.letters).toBe(2)
  server.atEnd = (socket) => socket.write('250 Taken\r\n')
  await smtp.deliver(letterTo('c@example.org'), nobody)
  expect(server.letters).toBe(3)
})

it('a letter that is given up ends its connection, and no other', async () => {
  const { server, smtp } = await RoughServer.open()
  const ending = new AbortController()
  server.atEnd = () => ending.abort()
  await expect(smtp.deliver(letterTo('a@example.org'), ending.signal)).rejects.toThrow()
  await expect.poll(() => server.sockets.size).toBe(0)
  server.atEnd = (socket) => socket.write('250 Taken\r\n')
  await smtp.deliver(letterTo('b@example.org'), nobody)
  expect(server.letters).toBe(2)
})

it('no connection stays open after the last letter for long, nor after the end', async () => {
  const { server, smtp } = await RoughServer.open()
  await smtp.deliver(letterTo('a@example.org'), nobody)
  expect(server.sockets.size).toBe(1)
  smtp.close()
  await expect.poll(() => server.sockets.size).toBe(0)
  await expect(smtp.deliver(letterTo('b@example.org'), nobody)).rejects.toThrow()

  const next = await RoughServer.open()
  await next.smtp.deliver(letterTo('a@example.org'), nobody)
  // It says goodbye first, which this server answers, but does not end the connection.
  next.server.atEnd = (socket) => socket.end()
  await expect.poll(() => next.server.sockets.size, { timeout: 10_000 }).toBe(0)
})

it.each([
  ['550 5.1.1 No such user', true, true],
  ['550-5.1.1 No such user\n550 5.1.1 See our help', true, true],
  ['550 5.1.10 No such user', true, true],
  ['550 5.2.1 Disabled', true, true],
  ['550 No such user', true, false],
  ['553 No such user', true, false],
  ['550 5.7.1 Relaying denied', false, false],
  ['550 5.4.5 Daily sending quota exceeded', false, false],
  ['553 5.1.8 Bad sender', false, false],
  ['552 Mailbox full', false, false],
  ['554 No', false, false],
  ['450 4.1.1 Later', false, false],
])('%j is an address that is refused: %s, and wrong: %s', (response, isAddressRefused, isAddressWrong) => {
  const failure = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: Number(response.slice(0, 3)), response }
  expect(describeFailure(failure)).toMatchObject({ isAddressRefused, isAddressWrong })
})

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One chat completion that the provider was asked for. */
export interface AskedChat {
  path: string
  authorization: string | undefined
  body: { model: string; max_tokens: number; temperature: number; messages: { role: string; content: string }[] }
  /** Whether whoever asked went away before the answer was complete. */
  brokenOff: boolean
}

type Answer = (response: ServerResponse) => void

/** An OpenAI-compatible provider on this machine, which answers what a test tells it to. */
export class TestAiProvider {
  readonly asked: AskedChat[] = []
  /** How the next calls are answered; the last way stays. */
  answers: Answer[] = [says('Sunny.')]
  readonly #server = createServer((request, response) => void this.#handle(request, response))

  static async open(): Promise<TestAiProvider> {
    const provider = new TestAiProvider()
    provider.#server.listen(0, '127.0.0.1')
    await once(provider.#server, 'listening')
    return provider
  }

  /** To be set as AI_BASE_URL. */
  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Browsers ask first whether they may call another origin.
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type')
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end()
      return
    }
    let text = ''
    for await (const piece of request) text += piece
    const { authorization } = request.headers
    const chat: AskedChat = { path: request.url ?? '', authorization, body: JSON.parse(text), brokenOff: false }
    this.asked.push(chat)
    response.on('close', () => {
      chat.brokenOff = !response.writableFinished
    })
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0]
    answer?.(response)
  }
}

/** A well-formed answer with this text. */
export function says(content: unknown): Answer {
  return json(200, {
    id: 'chat-1',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  })
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return raw(status, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers })
}

export function raw(status: number, body: string | Buffer, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(status, headers).end(body)
}

/** Announces more than it sends, and hangs up. */
export const halfAnAnswer: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
  response.write('{"choices":[{"message":{"con')
  setTimeout(() => response.destroy(), 20)
}

/** Says nothing at all. */
export const silence: Answer = () => {}

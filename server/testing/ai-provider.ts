import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedChat {
  path: string
  authorization: string | undefined
  body: { model: string; max_tokens: number; temperature: number; messages: { role: string; content: string }[] }
  /** Whether the client disconnected before the response was complete. */
  brokenOff: boolean
}

type Answer = (response: ServerResponse) => void

/** A local OpenAI-compatible provider whose responses a test controls. */
export class TestAiProvider {
  readonly received: ReceivedChat[] = []
  /** The responses to the next requests; the last one repeats. */
  answers: Answer[] = [says('Sunny.')]
  readonly #server = createServer((request, response) => void this.#handle(request, response))

  static async open(): Promise<TestAiProvider> {
    const provider = new TestAiProvider()
    provider.#server.listen(0, '127.0.0.1')
    await once(provider.#server, 'listening')
    return provider
  }

  /** For AI_BASE_URL. */
  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Browsers send a preflight request before calling another origin.
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type')
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end()
      return
    }
    let text = ''
    for await (const piece of request) text += piece
    const { authorization } = request.headers
    const chat: ReceivedChat = { path: request.url ?? '', authorization, body: JSON.parse(text), brokenOff: false }
    this.received.push(chat)
    response.on('close', () => {
      chat.brokenOff = !response.writableFinished
    })
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0]
    answer?.(response)
  }
}

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

/** Announces more than it sends, and disconnects. */
export const halfAnAnswer: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
  response.write('{"choices":[{"message":{"con')
  setTimeout(() => response.destroy(), 20)
}

export const silence: Answer = () => {}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, breakingOff, json, StandIn } from './stand-in.ts'

export interface ReceivedChat {
  path: string
  authorization: string | undefined
  body: { model: string; max_tokens: number; temperature: number; messages: { role: string; content: string }[] }
  /** Whether the client disconnected before the response was complete. */
  brokenOff: boolean
}

/** A local OpenAI-compatible provider whose responses a test controls. */
export class TestAiProvider extends StandIn {
  readonly received: ReceivedChat[] = []
  override answers: Answer[] = [says('Sunny.')]

  override get baseUrl(): string {
    return `${super.baseUrl}/v1`
  }

  protected override async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
    this.answer(response)
  }
}

export function says(content: unknown): Answer {
  return json(200, {
    id: 'chat-1',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  })
}

export const halfAnAnswer = breakingOff('{"choices":[{"message":{"con')

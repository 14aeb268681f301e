import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = (response: ServerResponse) => void

/** A local server in place of a service of the internet. A test controls its responses. */
export abstract class StandIn {
  /** The responses to the next requests; the last one repeats. */
  abstract answers: Answer[]
  readonly #server = createServer((request, response) => void this.handle(request, response))

  static async open<Service extends StandIn>(this: new () => Service): Promise<Service> {
    const service = new this()
    const server = service.#server
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return service
  }

  /** For the setting of its address. */
  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** Keeps what was received, and answers. */
  protected abstract handle(request: IncomingMessage, response: ServerResponse): void | Promise<void>

  protected answer(response: ServerResponse): void {
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0]
    answer?.(response)
  }
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return raw(status, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers })
}

export function raw(status: number, body: string | Buffer, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(status, headers).end(body)
}

/** Never answers. */
export const silence: Answer = () => {}

/** Announces more than it sends, and disconnects. */
export function breakingOff(beginning: string): Answer {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
    response.write(beginning)
    setTimeout(() => response.destroy(), 20)
  }
}

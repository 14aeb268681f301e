import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What stands in front of several processes: each request goes to the next of them, or to another one where that does not listen. */
export class LoadBalancer {
  /** How many requests each process has answered, in the order of their addresses. */
  readonly answered: number[]
  /** Which process is asked next. */
  next = 0
  readonly #processes: readonly URL[]
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer, this.#processes.length))

  private constructor(processes: readonly URL[]) {
    this.#processes = processes
    this.answered = processes.map(() => 0)
  }

  static async start(processes: readonly URL[]): Promise<LoadBalancer> {
    const balancer = new LoadBalancer(processes)
    balancer.#server.listen(0, '127.0.0.1')
    await once(balancer.#server, 'listening')
    return balancer
  }

  /** The address that people open. */
  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #pass(asked: IncomingMessage, answer: ServerResponse, tries: number): void {
    const at = this.next
    this.next = (at + 1) % this.#processes.length
    const { method, url = '', headers } = asked
    const passed = request(new URL(url, this.#processes[at]), { method, headers, agent: false })
    const giveUp = () => {
      asked.resume()
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end()
    }
    passed.once('response', (received) => {
      this.answered[at] = (this.answered[at] ?? 0) + 1
      answer.writeHead(received.statusCode ?? 502, received.headers)
      received.pipe(answer).once('close', () => received.destroy())
      received.once('error', giveUp)
      received.once('aborted', giveUp)
    })
    passed.once('error', (failure: NodeJS.ErrnoException) => {
      // It has read nothing of the request then.
      if (failure.code === 'ECONNREFUSED' && tries > 1) this.#pass(asked, answer, tries - 1)
      else giveUp()
    })
    passed.once('socket', (socket) => socket.once('connect', () => asked.pipe(passed)))
  }
}

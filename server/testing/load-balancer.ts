import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A load balancer in front of several processes: round robin, skipping those that do not listen. */
export class LoadBalancer {
  /** How many requests each process has answered, in the order of their addresses. */
  readonly answered: number[]
  /** The index of the process that gets the next request. */
  next = 0
  readonly #processes: readonly URL[]
  readonly #server = createServer((incoming, answer) => this.#forward(incoming, answer, this.#processes.length))

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

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #forward(incoming: IncomingMessage, answer: ServerResponse, tries: number): void {
    const index = this.next
    this.next = (index + 1) % this.#processes.length
    const { method, url = '', headers } = incoming
    const forwarded = request(new URL(url, this.#processes[index]), { method, headers, agent: false })
    const fail = () => {
      incoming.resume()
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end()
    }
    forwarded.once('response', (response) => {
      this.answered[index] = (this.answered[index] ?? 0) + 1
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer).once('close', () => response.destroy())
      response.once('error', fail)
      response.once('aborted', fail)
    })
    forwarded.once('error', (failure: NodeJS.ErrnoException) => {
      // The process has not received any of the request, so another one can handle it.
      if (failure.code === 'ECONNREFUSED' && tries > 1) this.#forward(incoming, answer, tries - 1)
      else fail()
    })
    forwarded.once('socket', (socket) => socket.once('connect', () => incoming.pipe(forwarded)))
  }
}

import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { APP_HEADER, OLDEST_API_VERSION } from '#domain/api/api-version.ts'

const WORKER = '/service-worker.js'
const app = APP_HEADER.toLowerCase()

/**
 * Stands before a server, as a proxy does, and lets a newer version be deployed there. A build cannot change within a test,
 * so what is new about it is made here: the service worker is another one, which keeps the same files under its own
 * version's name; and what the page sends says of an app that the server no longer understands. All else is the real server's.
 */
export class Deployment {
  /** The name under which the newer service worker keeps its files. */
  readonly newer = 'feedfeedfeedfeed'
  private isNewer = false
  private isTooOld = false
  private readonly proxy: Server

  private constructor(server: string) {
    const { hostname, port } = new URL(server)
    this.proxy = createServer((asked, answer) => {
      const { method, url: path = '/' } = asked
      const passed = request({ hostname, port, method, path, headers: this.changed(asked.headers) }, (got) => {
        if (path === WORKER && this.isNewer) {
          const parts: Buffer[] = []
          got.on('data', (part: Buffer) => parts.push(part))
          got.on('end', () => {
            const { 'content-type': type } = got.headers
            answer.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
            answer.end(
              Buffer.concat(parts)
                .toString()
                .replaceAll(/(?<=version: ?")[0-9a-f]{16}/g, this.newer),
            )
          })
        } else {
          answer.writeHead(got.statusCode ?? 500, got.rawHeaders)
          got.pipe(answer)
        }
      })
      passed.on('error', () => answer.destroy())
      answer.on('close', () => passed.destroy())
      asked.pipe(passed)
    })
  }

  /** @param server its address */
  static async open(server: string): Promise<Deployment> {
    const deployment = new Deployment(server)
    await new Promise<void>((resolve) => deployment.proxy.listen(0, 'localhost', resolve))
    return deployment
  }

  get address(): string {
    return `http://localhost:${(this.proxy.address() as AddressInfo).port}`
  }

  /** Deploys the newer version. The app that is open then is too old for it until `takeNewApp`, or is understood by it. */
  deploy({ isTooOld = true } = {}): void {
    this.isNewer = true
    this.isTooOld = isTooOld
  }

  /** What comes from now on comes from the newer app. */
  takeNewApp(): void {
    this.isTooOld = false
  }

  async close(): Promise<void> {
    this.proxy.closeAllConnections()
    await new Promise((resolve) => this.proxy.close(resolve))
  }

  private changed(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    // The worker is read here, and so comes as it is.
    if (this.isNewer) headers = { ...headers, 'accept-encoding': 'identity' }
    return this.isTooOld && app in headers ? { ...headers, [app]: String(OLDEST_API_VERSION - 1) } : headers
  }
}

import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { APP_HEADER, OLDEST_API_VERSION } from '#domain/api/api-version.ts'

const WORKER = '/service-worker.js'
/** With it, a write is one of the newer app. */
const NEWER = 'x-newer-app'
const app = APP_HEADER.toLowerCase()

/**
 * A proxy in front of a server that simulates the deployment of a newer version, since the build cannot change during a
 * test. It changes the version in the service worker, which then caches the same files under a new name, and it makes
 * the page's requests claim an API version that the server no longer supports. Everything else is from the real server.
 */
export class Deployment {
  /** The version of the newer service worker. */
  readonly newer = 'feedfeedfeedfeed'
  private isNewer = false
  private isTooOld = false
  private readonly proxy: Server

  private constructor(server: string) {
    const { hostname, port } = new URL(server)
    this.proxy = createServer((incoming, answer) => {
      const { method, url: path = '/' } = incoming
      const forwarded = request({ hostname, port, method, path, headers: this.changed(incoming.headers) }, (got) => {
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
      forwarded.on('error', () => answer.destroy())
      answer.on('close', () => forwarded.destroy())
      incoming.pipe(forwarded)
    })
  }

  /** @param server the server's address */
  static async open(server: string): Promise<Deployment> {
    const deployment = new Deployment(server)
    await new Promise<void>((resolve) => deployment.proxy.listen(0, 'localhost', resolve))
    return deployment
  }

  get address(): string {
    return `http://localhost:${(this.proxy.address() as AddressInfo).port}`
  }

  /**
   * Deploys the newer version. With `isTooOld`, the server rejects the open app's requests until
   * `takeNewAppWithNextLoad`.
   */
  deploy({ isTooOld = true } = {}): void {
    this.isNewer = true
    this.isTooOld = isTooOld
  }

  /**
   * From the next load of the page on, its writes come from the newer app: also the first that its scripts send.
   * Nothing is asked for this: a load that waits for an answer may wait for a service worker that waits for the load.
   */
  async takeNewAppWithNextLoad(page: Page): Promise<void> {
    await page.addInitScript((name) => {
      const send = window.fetch
      window.fetch = (input, init) => {
        // Reads name no version, and may use what the document preloads.
        if (!init?.method || init.method === 'GET') return send(input, init)
        const headers = new Headers(init.headers)
        headers.set(name, 'yes')
        return send(input, { ...init, headers })
      }
    }, NEWER)
  }

  async close(): Promise<void> {
    this.proxy.closeAllConnections()
    await new Promise((resolve) => this.proxy.close(resolve))
  }

  private changed(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    // The proxy edits the worker, so it must not be compressed.
    if (this.isNewer) headers = { ...headers, 'accept-encoding': 'identity' }
    const isOlder = app in headers && !(NEWER in headers)
    return this.isTooOld && isOlder ? { ...headers, [app]: String(OLDEST_API_VERSION - 1) } : headers
  }
}

import type { Browser, BrowserContext, CDPSession } from '@playwright/test'

/** A picture of one forest-green pixel. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOwz/YHAAHmAPo41bfNAAAAAElFTkSuQmCC',
  'base64',
)
const MAP = Buffer.from('<!doctype html><html lang="en"><title>Map</title><main><h1>Map</h1></main></html>')
const mapHosts = /(^|\.)(google\.(com|ca)|goo\.gl|openstreetmap\.org)$/

/** Where the machine is slow, or a test holds an answer back. That each thing is asked for once, other tests count. */
const LATE = /was preloaded using link preload but not used within a few seconds/

/**
 * Playwright's own: a clock that an earlier test had is taken out of the shared page script by script, and one of them looks for it
 * on the empty page in between. Code of the app has an address.
 */
const CLOCK_GONE = /^TypeError: Cannot read properties of undefined \(reading 'controller'\)\s+at <anonymous>:\d/

/** What a test's pages did that nobody expected: console messages, errors, requests to strangers. */
export class Watch {
  private readonly found: string[] = []
  private readonly allowed: RegExp[] = []

  /** Says that this test's pages print messages like this. */
  allowConsole = (pattern: RegExp): void => {
    this.allowed.push(pattern)
  }

  note(message: string): void {
    this.found.push(message)
  }

  unexpected(): string[] {
    return this.found.filter((message) => !this.allowed.some((pattern) => pattern.test(message)))
  }
}

/** The test that a browser's pages belong to: in each worker one after the other. */
let running: Watch | undefined

/**
 * Answers in the place of all hosts that are asked by https, for all pages of a browser. The browser itself is asked, and for such
 * requests alone: a route of Playwright's holds up every request, those to the server too, and has the browser keep nothing that it
 * has fetched.
 */
export async function answerForStrangers(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  session.on('Fetch.requestPaused', ({ requestId, request }) => void answer(session, requestId, request))
  await session.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] })
}

async function answer(session: CDPSession, requestId: string, request: { url: string; method: string }): Promise<void> {
  const { hostname, href } = new URL(request.url)
  const [type, body] =
    hostname === 'images.unsplash.com' ? ['image/png', PHOTO] : mapHosts.test(hostname) ? ['text/html', MAP] : []
  if (!type || !body) running?.note(`request to another host: ${request.method} ${href}`)
  const responseHeaders = [
    { name: 'content-type', value: type ?? '' },
    { name: 'access-control-allow-origin', value: '*' },
  ]
  const ended =
    type && body
      ? session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: 200,
          responseHeaders,
          body: body.toString('base64'),
        })
      : session.send('Fetch.failRequest', { requestId, errorReason: 'AddressUnreachable' })
  // A page may have gone meanwhile, and its request with it.
  await ended.catch(() => {})
}

/** Notes what a context's pages print, and what they ask of other hosts without TLS. */
export function watchContext(context: BrowserContext, address: string, watch: Watch): void {
  const { host } = new URL(address)
  running = watch
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol === 'http:' && url.host !== host)
      watch.note(`request to another host: ${request.method()} ${url.href}`)
  })
  context.on('console', (message) => {
    const { url, lineNumber } = message.location()
    if (message.text() === 'Service Worker registration blocked by Playwright' || LATE.test(message.text())) return
    if (['warning', 'error'].includes(message.type()))
      watch.note(`console ${message.type()}: ${message.text()} (${url}:${lineNumber})`)
  })
  context.on('weberror', (error) => {
    const stack = error.error().stack ?? String(error.error())
    if (!CLOCK_GONE.test(stack)) watch.note(`page error: ${stack}`)
  })
}

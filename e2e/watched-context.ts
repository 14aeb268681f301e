import type { Browser, BrowserContext, CDPSession } from '@playwright/test'

const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOwz/YHAAHmAPo41bfNAAAAAElFTkSuQmCC',
  'base64',
)
const MAP = Buffer.from('<!doctype html><html lang="en"><title>Map</title><main><h1>Map</h1></main></html>')
const mapHosts = /(^|\.)(google\.(com|ca)|goo\.gl|openstreetmap\.org)$/

/** Occurs on a slow machine or while a test holds a response. Other tests check that nothing is requested twice. */
const LATE = /was preloaded using link preload but not used within a few seconds/

/** What a tab asked for just before a sign-out reaches the server after it. */
const REFUSED = /^Failed to load resource: the server responded with a status of 401/

/** The requests that start a session. */
const SIGN_IN = /\/auth\/v1\/(signup|token\?grant_type=(?!refresh_token))|\/api\/join$/

/** The driver of a machine without a graphics card says so when a picture is taken of a map. */
const SLOW_PICTURE = /GL Driver Message .*GPU stall due to ReadPixels/

/**
 * An error in Playwright's own scripts: they remove an earlier test's clock from the reused page one by one, and one of
 * them looks for it on the empty page in between. The app's code would have a URL in the stack.
 */
const CLOCK_GONE = /^TypeError: Cannot read properties of undefined \(reading 'controller'\)\s+at <anonymous>:\d/

/** Collects unexpected console messages, errors and requests to other hosts. */
export class Watch {
  private readonly found: string[] = []
  private readonly allowed: RegExp[] = []

  /** Allows matching messages in this test. */
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

/** The watch of the current test. Each worker runs one test at a time. */
let running: Watch | undefined

/**
 * Answers all https requests of a browser in place of the real hosts. Uses the browser's own interception, and only for
 * https: a Playwright route would delay every request, also those to the server, and disable the HTTP cache.
 */
export async function interceptOtherHosts(browser: Browser): Promise<void> {
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
  // The page may have closed meanwhile, and its request with it.
  await ended.catch(() => {})
}

/** Records console messages, errors and plain http requests to other hosts of a context's pages. */
export function watchContext(context: BrowserContext, address: string, watch: Watch): void {
  const { host } = new URL(address)
  running = watch
  let isSigningOut = false
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/auth/v1/logout') isSigningOut = true
    else if (SIGN_IN.test(url.href)) isSigningOut = false
    if (url.protocol === 'http:' && url.host !== host)
      watch.note(`request to another host: ${request.method()} ${url.href}`)
  })
  context.on('console', (message) => {
    const { url, lineNumber } = message.location()
    const text = message.text()
    if (text === 'Service Worker registration blocked by Playwright' || LATE.test(text) || SLOW_PICTURE.test(text))
      return
    if (isSigningOut && REFUSED.test(text)) return
    if (['warning', 'error'].includes(message.type()))
      watch.note(`console ${message.type()}: ${message.text()} (${url}:${lineNumber})`)
  })
  context.on('weberror', (error) => {
    const stack = error.error().stack ?? String(error.error())
    if (!CLOCK_GONE.test(stack)) watch.note(`page error: ${stack}`)
  })
}

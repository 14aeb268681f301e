import type { BrowserContext, Route } from '@playwright/test'

/** A picture of one forest-green pixel. */
const PHOTO = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOwz/YHAAHmAPo41bfNAAAAAElFTkSuQmCC', 'base64')
const MAP = '<!doctype html><html lang="en"><title>Map</title><main><h1>Map</h1></main></html>'
const mapHosts = /(^|\.)(google\.(com|ca)|goo\.gl|openstreetmap\.org)$/

/** Where the machine is slow, or a test holds an answer back. That each thing is asked for once, other tests count. */
const LATE = /was preloaded using link preload but not used within a few seconds/

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

/** Keeps a context's pages away from every host but the server, and notes what they print. */
export async function watchContext(context: BrowserContext, address: string, watch: Watch): Promise<void> {
  const { host } = new URL(address)
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && url.host !== host,
    (route) => answerForStranger(route, watch),
  )
  context.on('console', (message) => {
    const { url, lineNumber } = message.location()
    if (message.text() === 'Service Worker registration blocked by Playwright' || LATE.test(message.text())) return
    if (['warning', 'error'].includes(message.type()))
      watch.note(`console ${message.type()}: ${message.text()} (${url}:${lineNumber})`)
  })
  context.on('weberror', (error) => watch.note(`page error: ${error.error().stack ?? error.error()}`))
}

async function answerForStranger(route: Route, watch: Watch): Promise<void> {
  const url = new URL(route.request().url())
  if (url.hostname === 'images.unsplash.com') {
    await route.fulfill({ contentType: 'image/png', body: PHOTO, headers: { 'access-control-allow-origin': '*' } })
  } else if (mapHosts.test(url.hostname)) {
    await route.fulfill({ contentType: 'text/html', body: MAP })
  } else {
    watch.note(`request to another host: ${route.request().method()} ${url.href}`)
    await route.abort()
  }
}

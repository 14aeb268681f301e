import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { browserArgs } from '../setup/browser.mjs'

/** The phone profile: a slow processor and a slow network. */
export const CPU_SLOWDOWN = 4
const network = { offline: false, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, latency: 150 }

/** Blocks other hosts, so that photographs and maps do not load. */
const LOCAL_HOSTS_ONLY = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(browserOptions())
}

export function browserOptions() {
  const { CHROMIUM_PATH } = process.env
  return { args: [...browserArgs, LOCAL_HOSTS_ONLY], ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }) }
}

/** A phone with an empty cache. */
export function openPhone(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
  })
}

export async function openSlowPage(context: BrowserContext) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

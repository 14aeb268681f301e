import { type Browser, expect, type Page, type Response } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import type { BenchServer } from './server.ts'
import type { Row } from './table.ts'
import { DESTINATION, Visitor } from './visitor.ts'

/** How much script and style a browser with an empty cache downloads before any interaction. */
export async function measurePageWeight(server: BenchServer): Promise<Row[]> {
  const visitor = await Visitor.arrive(server.address)
  const browser = await launchBrowser()
  try {
    const signIn = await weigh(browser, async (page) => {
      await page.goto(server.address)
      await page.getByLabel('Password', { exact: true }).waitFor()
    })
    const trip = await weigh(browser, async (page) => {
      await page.context().addCookies(visitor.cookies)
      await page.goto(`${server.address}/trip/${visitor.tripId}`)
      await expect(page.getByRole('button', { name: `Destination ${DESTINATION}` })).toBeVisible()
    })
    return [
      { what: 'Script and style of the sign-in page', ...signIn, budget: 105 },
      { what: 'Script and style of an open trip', ...trip, budget: 170 },
    ]
  } finally {
    await browser.close()
    visitor.leave()
  }
}

async function weigh(browser: Browser, show: (page: Page) => Promise<void>) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await show(page)
  await page.waitForLoadState('networkidle')
  const files = await Promise.all(responses.filter(isScriptOrStyle).map(describe))
  await context.close()
  files.sort((a, b) => b.bytes - a.bytes)
  const details = files.map(
    ({ path, bytes, encoding }) => `${(bytes / 1000).toFixed(1).padStart(5)} kB ${encoding} ${path}`,
  )
  return { measured: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000, unit: 'kB', details }
}

const isScriptOrStyle = (response: Response) => /javascript|css/.test(response.headers()['content-type'] ?? '')

async function describe(response: Response) {
  const { responseBodySize } = await response.request().sizes()
  const encoding = response.headers()['content-encoding'] ?? 'plain'
  return { path: new URL(response.url()).pathname, bytes: responseBodySize, encoding }
}

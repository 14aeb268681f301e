import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { BetaResponse } from '#domain/api/auth.ts'
import { launchBrowser } from '../bench/browser.ts'
import { BenchServer } from '../bench/server.ts'

/** The screenshots go here, small enough for a README. */
const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const QUALITY = 72

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  isMobile: true,
  hasTouch: true,
}
const desk: BrowserContextOptions = { viewport: { width: 1280, height: 844 }, deviceScaleFactor: 1 }

/** Takes screenshots of the demo trip of a new installation: meals on a phone, checklist on a desktop. */
export async function takeReadmePictures(): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  const server = new BenchServer()
  await server.start()
  const browser = await launchBrowser()
  try {
    await takePicture(browser, server, { name: 'phone', options: phone, tab: 'Food & Meals' })
    await takePicture(browser, server, { name: 'desk', options: desk, tab: 'Checklist' })
  } finally {
    await browser.close()
    await server.remove()
  }
}

interface Picture {
  name: string
  options: BrowserContextOptions
  tab: string
}

async function takePicture(browser: Browser, { address }: BenchServer, { name, options, tab }: Picture): Promise<void> {
  const context = await browser.newContext({ ...options, colorScheme: 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(address)
  await openDemoTrip(page)
  await page.getByRole('tab', { name: tab }).click()
  await page.waitForLoadState('networkidle')
  await page.mouse.move(0, 0)
  await page.screenshot({ path: `${FOLDER}${name}.jpeg`, type: 'jpeg', quality: QUALITY })
  await context.close()
}

async function openDemoTrip(page: Page): Promise<void> {
  const { demo } = (await (await page.request.get(new URL('/api/beta', page.url()).href)).json()) as BetaResponse
  if (!demo) throw new Error('There is no demo account')
  await page.getByLabel('Email', { exact: true }).fill(demo.email)
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('link', { name: /Demo Algonquin Adventure/ }).click()
  await page.getByRole('tablist').waitFor()
}

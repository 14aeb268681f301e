import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { encode } from 'uqr'
import { boardingPassCode, leg } from '#domain/bookings/testing/boarding-pass.ts'
import { localDate } from '#domain/local-date.ts'
import { expect, test } from './fixtures.ts'
import { button, fillField } from './page-parts.ts'

const WEB = new URL('../dist/web/', import.meta.url)
const TOO_OLD = 'This browser is too old for Wayfare.'

/** Features that the oldest browsers (scripts/setup/oldest-browsers.mjs) lack and that have no polyfill. */
const NEWER = [
  'AbortSignal.any',
  'Array.fromAsync',
  'Iterator.from',
  'Map.groupBy',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'RegExp.escape',
  'URL.canParse',
  'URL.parse(',
  'Uint8Array.fromBase64',
  'Intl.DurationFormat',
  'cookieStore',
  'requestIdleCallback',
  'scheduler.yield',
  'showPopover',
]
/** In style sheets: syntax for which an older browser drops the whole rule. */
const NEWER_STYLE = [
  '@scope',
  '@starting-style',
  '::view-transition',
  '::details-content',
  'light-dark(',
  'anchor(',
  '(from var',
]

/** Brings its own polyfills, so it names what it adds. A test below reads a PDF without them. */
const WITH_POLYFILLS = /^assets\/read-pdf-/

function built(extension: string): { name: string; text: string }[] {
  const names = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(extension))
  return names.map((name) => ({ name, text: readFileSync(new URL(name, WEB), 'utf8') }))
}

/** Simulates a browser that supports neither the app's style sheets nor its syntax. */
async function makeOld(page: Page): Promise<void> {
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    await route.fulfill({ response, body: (await response.text()).replaceAll('1lh', '1unit-of-later') })
  })
  await page.route('**/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'class { syntax of later }' }),
  )
}

test('the app uses nothing that the oldest browsers lack', () => {
  const used = [
    ...built('.js').flatMap(({ name, text }) =>
      NEWER.filter((newer) => text.includes(newer) && !WITH_POLYFILLS.test(name)).map((newer) => `${name}: ${newer}`),
    ),
    ...built('.css').flatMap(({ name, text }) =>
      NEWER_STYLE.filter((newer) => text.includes(newer)).map((newer) => `${name}: ${newer}`),
    ),
  ]
  expect(used).toEqual([])
  expect(built('.js').length).toBeGreaterThan(10)
})

/** Takes from a page what is newer than the oldest browsers. */
function removeNewer(): void {
  const later: [object, string[]][] = [
    [AbortSignal, ['any']],
    [Array, ['fromAsync']],
    [Error, ['captureStackTrace']],
    [Map, ['groupBy']],
    [Object, ['groupBy']],
    [Promise, ['try', 'withResolvers']],
    [RegExp, ['escape']],
    [
      Set.prototype,
      ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
    ],
    [URL, ['canParse', 'parse']],
    [Uint8Array, ['fromBase64']],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([].values())),
      ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
    ],
    [globalThis, ['navigation', 'scheduler', 'cookieStore', 'requestIdleCallback']],
    [Document.prototype, ['startViewTransition']],
  ]
  for (const [owner, names] of later) for (const name of names) Reflect.deleteProperty(owner, name)
}

test('the app works without features that are newer than the oldest browsers', async ({ page, signIn, createTrip }) => {
  await page.addInitScript(removeNewer)
  await signIn(page)
  for (const type of ['car_trip', 'air_travel'] as const) {
    const name = `Killarney, ${type}`
    const id = await createTrip(page, { name, type })
    await page.goto('/')
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL(`/trip/${id}`)
    await fillField(page, 'Destination', 'George Lake')
    await expect(page.getByRole('banner').getByRole('status')).toHaveText('Saved')
    await expect(page.getByRole('tab')).toHaveCount(type === 'car_trip' ? 4 : 5)
    for (const name of await page.getByRole('tab').allTextContents()) {
      await page.getByRole('tab', { name, exact: true }).click()
      const panel = page.getByRole('tabpanel', { name, exact: true })
      await expect(panel.getByRole('heading').first()).toBeVisible()
      const edit = panel.getByRole('button', { name: /^Edit (meal plan|checklist|tickets)/i })
      if ((await edit.count()) > 0) await edit.first().click()
    }
  }
})

test('a pass in a PDF is read without features that are newer than the oldest browsers', async ({
  page,
  signIn,
  createTrip,
}) => {
  await page.addInitScript(removeNewer)
  await signIn(page)
  const id = await createTrip(page, { name: 'Lisbon', type: 'air_travel' })
  await page.goto(`/trip/${id}?tab=tickets`)
  await button(page, 'Add from an email or pass').click()
  const code = boardingPassCode('SOUSA/ANA', [leg(localDate.parse('2031-05-02'))])
  const file = { name: 'pass.pdf', mimeType: 'application/pdf', buffer: pdfOf(code) }
  await page.getByRole('dialog').getByLabel('Choose files').setInputFiles(file)
  await expect(page.getByRole('dialog').getByText('1 booking found')).toBeVisible()
})

/** A PDF of one page with a QR code, drawn as squares. */
function pdfOf(text: string): Buffer {
  const { data, size } = encode(text)
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${size - y} 1 1 re`] : [])))
  const content = `4 0 0 4 40 40 cm ${squares.join(' ')} f`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ]
  let pdf = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = pdf.length
    pdf += `${index + 1} 0 obj${object}endobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 5\n0000000000 65535 f \n${places.join('')}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF`
  return Buffer.from(pdf + table)
}

test('signing in works while the storage of the browser is full', async ({ page, person, server }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await page.goto(server.address)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
})

test('a browser that is too old shows a message instead of a blank page', async ({ page, allowConsole }) => {
  allowConsole(/^page error: /)
  await makeOld(page)
  await page.goto('/')
  await expect(page.getByText(TOO_OLD)).toBeVisible()
})

test('without scripts a message says what to do; with scripts it neither shows nor takes space', async ({
  page,
  openContext,
}) => {
  const scriptless = await (await openContext({ javaScriptEnabled: false })).newPage()
  await scriptless.goto('/')
  // Playwright does not find text inside noscript.
  const sentence = scriptless.locator('noscript p')
  await expect(sentence).toBeVisible()
  await expect(sentence).toContainText('Wayfare needs JavaScript.')
  await expect(scriptless.getByText(TOO_OLD)).toBeHidden()

  // Blocks all scripts, to see the first paint.
  await page.route('**/*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('.too-old')).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.innerText.trim())).toBe('')
})

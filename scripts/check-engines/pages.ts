import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchServer } from '../bench/server.ts'
import { listShots } from '../pictures/screens.ts'
import { makeExamples } from '../pictures/trips.ts'
import type { Driver } from './driver.ts'
import { findLayoutFaults } from './layout-faults.ts'

const PHONE = 390
const heights = { 320: 640, 390: 844, 768: 1024, 1280: 800 }
type Width = keyof typeof heights
/** How a page is looked at: its width in pixels, and how large its text is. */
interface View {
  width: Width
  text: '100%' | '200%'
}
const narrow: View = { width: 320, text: '100%' }
const largeText: View = { width: PHONE, text: '200%' }
const wide: View = { width: 1280, text: '100%' }
const views: View[] = [narrow, { ...narrow, width: PHONE }, largeText, { ...narrow, width: 768 }, wide]
const shortViews = [narrow, largeText, wide]
const PASSWORD = 'pine-needles'
const byGroup = ['people', 'shopping', 'gear', 'rides', 'beds', 'duties', 'costs']
const byCar = ['overview', 'meals', 'itinerary', 'checklist', ...byGroup]
const byAir = ['tickets', 'overview']
const withoutTrip = [
  { name: 'trips', path: '/' },
  { name: 'account', path: '/account' },
]

/** The names by which pages are chosen on the command line. */
export const pageNames: readonly string[] = [...byCar, ...byAir, ...withoutTrip.map(({ name }) => name)]

interface PagesOptions {
  /** For screenshots of what looks broken. */
  folder: string
  tell: (line: string) => void
  /** Fewer views, and no dialogs. */
  isShort: boolean
  /** The names of the pages to check; empty for all of them. */
  only: readonly string[]
}

/** What a press opened. */
type Opened = { kind: 'dialog' | 'menu'; title: string; items: string[] } | { kind: 'page' | 'nothing' | 'missing' }

/**
 * Opens every tab of a large group's trips and, unless it is short, every dialog that one press opens, at the widths of
 * phones, tablets and desktops.
 * @throws Error with everything that looks broken
 */
export async function checkPages(driver: Driver, server: BenchServer, options: PagesOptions): Promise<void> {
  const { folder, tell, only } = options
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const shots = [
    ...listShots(byCar, { cases: ['group'], types: ['car'] }),
    ...listShots(byAir, { cases: ['group'], types: ['air'] }),
  ]
  const { trips } = await makeExamples(server.address, new Set(shots.flatMap(({ needs }) => needs)))
  await driver.navigate(server.address)
  await driver.evaluate(signIn, 'robin@example.org', PASSWORD)
  const pages = new Pages(driver, options)
  const addresses = [...shots.map(({ name, path }) => ({ name, path: path(trips) })), ...withoutTrip]
  const chosen = addresses.filter(({ name }) => only.length === 0 || only.includes(name.replace(/-.*/, '')))
  for (const { name, path } of chosen) {
    await pages.check(name, server.address + path)
    tell(name)
  }
  const { faults, views, dialogs } = pages
  tell(`${chosen.length} pages and ${dialogs.size} dialogs, ${views} views`)
  if (faults.length > 0)
    throw new Error(`${faults.length} faults:\n${faults.map((fault) => `    ${fault}`).join('\n')}`)
}

class Pages {
  readonly #driver: Driver
  readonly #options: PagesOptions
  readonly faults: string[] = []
  readonly dialogs = new Set<string>()
  views = 0

  constructor(driver: Driver, options: PagesOptions) {
    this.#driver = driver
    this.#options = options
  }

  /** Checks a page and what its buttons open. */
  async check(name: string, address: string): Promise<void> {
    const open = async () => {
      await this.#driver.navigate(address)
      await this.#driver.evaluate(settle, true)
      if (await this.#driver.evaluate(isSignedOut)) throw new Error(`${name}: nobody is signed in any more`)
    }
    await this.#resize(PHONE)
    await open()
    await this.#look(name)
    if (this.#options.isShort) return
    for (const button of await this.#driver.evaluate(listButtons)) {
      let opened = await this.#press(button)
      if (opened.kind === 'missing') {
        // What was pressed before is in its place.
        await open()
        opened = await this.#press(button)
      }
      if (opened.kind === 'page') {
        await open()
        continue
      }
      if (opened.kind === 'dialog') await this.#lookAtDialog(name, opened.title)
      if (opened.kind === 'menu') {
        for (const item of opened.items) {
          const later = await this.#driver.evaluate(pressItem, item)
          if (later.kind === 'dialog') await this.#lookAtDialog(name, later.title)
          if (later.kind === 'page' || !(await this.#driver.evaluate(close))) await open()
          if (item !== opened.items.at(-1)) await this.#press(button)
        }
      }
      if (!(await this.#driver.evaluate(close))) await open()
    }
  }

  #press(button: string): Promise<Opened> {
    return this.#driver.evaluate(press, button)
  }

  async #lookAtDialog(page: string, title: string): Promise<void> {
    const name = title.replace(/\d+/g, '0')
    if (this.dialogs.has(`${page}: ${name}`)) return
    this.dialogs.add(`${page}: ${name}`)
    await this.#look(`${page}, dialog '${title}'`)
  }

  /** Looks for faults in every view. */
  async #look(name: string): Promise<void> {
    for (const { width, text } of this.#options.isShort ? shortViews : views) {
      await this.#resize(width)
      await this.#driver.evaluate(setTextSize, text)
      await this.#driver.evaluate(settle, false)
      this.views += 1
      const faults = await this.#driver.evaluate(findLayoutFaults, text === '100%' ? 1 : 2)
      const view = `${name} at ${width} px${text === '100%' ? '' : `, text ${text}`}`
      this.faults.push(...faults.map((fault) => `${view}: ${fault}`))
      if (faults.length > 0) {
        const file = `${view}.png`.replace(/[/\\?]/g, ' ')
        await mkdir(this.#options.folder, { recursive: true })
        await writeFile(join(this.#options.folder, file), await this.#driver.screenshot())
      }
    }
    await this.#driver.evaluate(setTextSize, '100%')
    await this.#resize(PHONE)
  }

  #resize(width: Width): Promise<void> {
    return this.#driver.resize(width, heights[width])
  }
}

/*
 * The functions below run in the page and cannot use anything of this file.
 */

async function signIn(email: string, password: string): Promise<void> {
  const answer = await fetch('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

function setTextSize(size: string): void {
  document.documentElement.style.fontSize = size
}

async function isSignedOut(): Promise<boolean> {
  return (await fetch('/api/trips')).status === 401
}

/** Waits until nothing loads or moves. @param isWhole scrolls through the page first, so that all of it is rendered */
async function settle(isWhole: boolean): Promise<void> {
  if (isWhole) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [sheet]
  }
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const isQuiet = () => {
    const ends = performance
      .getEntriesByType('resource')
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
    const leaves = [...document.querySelectorAll('main *, [role=dialog] *')].filter(
      (one) => one.childElementCount === 0,
    )
    return (
      document.querySelector('main') !== null &&
      performance.now() - Math.max(...ends) > 150 &&
      document.fonts.status === 'loaded' &&
      !leaves.some((one) => one.textContent?.startsWith('Loading') && one.checkVisibility()) &&
      !document
        .getAnimations()
        .some(
          ({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
    )
  }
  for (let round = 0; round < 2; round++) {
    for (let waited = 0; !isQuiet(); waited += 50) {
      if (waited > 20_000) throw new Error('The page does not settle')
      await new Promise((done) => setTimeout(done, 50))
    }
    if (document.querySelector('[role=dialog], [role=menu]')) continue
    for (let top = 0; round === 0 && isWhole && top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' })
      await frame()
      await frame()
    }
    scrollTo({ top: 0, behavior: 'instant' })
    await frame()
  }
}

/** One button of each kind: of rows that are alike, those of the first one. */
function listButtons(): string[] {
  window.print = () => {}
  const known = new Set<string>()
  const found: string[] = []
  for (const button of document.querySelectorAll<HTMLElement>('main button, header button[aria-haspopup=menu]')) {
    const opensInPlace = button.matches('[role], [aria-pressed], [aria-expanded]:not([aria-haspopup])')
    const isToPress = button.checkVisibility() && !(button as HTMLButtonElement).disabled && !opensInPlace
    const name = button.getAttribute('aria-label') ?? button.textContent ?? ''
    if (!isToPress || !name.trim()) continue
    const icon = button.querySelector('svg')?.getAttribute('class') ?? ''
    const kind = button.closest('li, tr, article')
      ? `${button.className} ${icon} ${button.getAttribute('title')}`
      : `${icon} ${name.replace(/[\d.,]+/g, '0')}`
    if (known.has(kind)) continue
    known.add(kind)
    found.push(name)
  }
  // Last, as the buttons of an edit mode replace others, also on the next visit.
  const changesMode = (name: string) => name.startsWith('Edit ')
  return [...found.filter((name) => !changesMode(name)), ...found.filter(changesMode)]
}

async function press(name: string): Promise<Opened> {
  const button = [...document.querySelectorAll<HTMLElement>('main button, header button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name && one.checkVisibility(),
  )
  if (!button) return { kind: 'missing' }
  // Firefox waits for its print dialog.
  window.print = () => {}
  const before = [location.href, document.querySelectorAll('main button').length].join()
  button.focus()
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
  if (!document.querySelector('[role=menu]')) button.click()
  for (let waited = 0; waited < 2000; waited += 50) {
    await new Promise((done) => setTimeout(done, 50))
    const opened = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1)
    if (!opened && location.href !== before.split(',')[0]) break
    if (!opened) continue
    return {
      kind: opened.role === 'menu' ? 'menu' : 'dialog',
      title: opened.querySelector('h2')?.textContent ?? '',
      items: [...opened.querySelectorAll('[role=menuitem]')]
        .map((item) => item.textContent ?? '')
        .filter((item) => item !== 'Sign Out'),
    }
  }
  const after = [location.href, document.querySelectorAll('main button').length].join()
  return { kind: after === before ? 'nothing' : 'page' }
}

async function pressItem(name: string): Promise<Opened> {
  const item = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((one) => one.textContent === name)
  if (!item) return { kind: 'nothing' }
  const before = location.href
  item.click()
  for (let waited = 0; waited < 2000; waited += 50) {
    await new Promise((done) => setTimeout(done, 50))
    const dialog = document.querySelector('[role=dialog]')
    if (dialog) return { kind: 'dialog', title: dialog.querySelector('h2')?.textContent ?? '', items: [] }
  }
  return { kind: location.href === before ? 'nothing' : 'page' }
}

/** Closes what is open. Returns whether nothing is open any more. */
async function close(): Promise<boolean> {
  for (let tried = 0; tried < 5; tried++) {
    if (!document.querySelector('[role=dialog], [role=menu]')) return true
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    await new Promise((done) => setTimeout(done, 200))
  }
  return false
}

import {
  type BrowserContext,
  type BrowserContextOptions,
  devices,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'

const { deviceScaleFactor: _scale, defaultBrowserType: _browser, ...pixel } = devices['Pixel 7'] ?? {}

/** A touch phone 390 px wide. Device scale factor 1: more pixels would only slow the tests down. */
export const touchPhone = { ...pixel, viewport: { width: 390, height: 844 } } satisfies BrowserContextOptions
/** A phone on which the app starts without a server: browser contexts of tests block service workers otherwise. */
export const phoneWithApp = { ...touchPhone, serviceWorkers: 'allow' } satisfies BrowserContextOptions

const touchContexts = new WeakSet<BrowserContext>()
let isPatched = false

/**
 * Turns every click of a test into a tap in this context. A test that drove a phone with a mouse would not notice
 * controls that do not work by touch.
 */
export function tapInsteadOfClick(context: BrowserContext): void {
  touchContexts.add(context)
  context.on('page', patchLocators)
}

/** Patches the prototype that all locators share. It is only reachable through an instance. */
function patchLocators(page: Page): void {
  if (isPatched) return
  isPatched = true
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator
  const { click, check, uncheck } = locators
  const isTouched = (locator: Locator) => touchContexts.has(locator.page().context())
  const tapUntil = async (locator: Locator, checked: boolean) => {
    if ((await locator.isChecked()) !== checked) await locator.tap()
    await expect(locator).toBeChecked({ checked })
  }
  locators.click = async function (this: Locator, options) {
    return isTouched(this) ? this.tap(options) : click.call(this, options)
  }
  locators.check = async function (this: Locator, options) {
    return isTouched(this) ? tapUntil(this, true) : check.call(this, options)
  }
  locators.uncheck = async function (this: Locator, options) {
    return isTouched(this) ? tapUntil(this, false) : uncheck.call(this, options)
  }
}

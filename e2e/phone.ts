import {
  type BrowserContext,
  type BrowserContextOptions,
  devices,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'

const { deviceScaleFactor: _scale, defaultBrowserType: _browser, ...pixel } = devices['Pixel 7'] ?? {}

/** A phone of 390 px that is used by touch. Its pixels are whole ones: four to seven times as many would only cost time. */
export const touchPhone = { ...pixel, viewport: { width: 390, height: 844 } } satisfies BrowserContextOptions

const touchContexts = new WeakSet<BrowserContext>()
let isPatched = false

/**
 * CommitOrder every click of a test into a tap in this context, so that no test drives a phone with a mouse by mistake: a mouse
 * does not find controls that a finger cannot use.
 */
export function tapInPlaceOfClicks(context: BrowserContext): void {
  touchContexts.add(context)
  context.on('page', patchLocators)
}

/** All locators share one prototype, which only an instance leads to. */
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

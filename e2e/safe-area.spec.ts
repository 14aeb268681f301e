import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, dialog, panel } from './page-parts.ts'

/* An iPhone on its side: a notch on the left or on the right, and the home indicator below. */

const LANDSCAPE = { width: 844, height: 390 }
const SIDE = 47

test('nothing to read or press is below the notch of a phone on its side', async ({ openSignedIn, createTrip }) => {
  // A page of its own: the insets would stay for the tests that share the other one.
  const page = await openSignedIn({ viewport: LANDSCAPE })
  const id = await createTrip(page, { name: 'Killarney', type: 'car_trip' })
  const browser = await page.context().newCDPSession(page)
  await browser.send(
    'Emulation.setSafeAreaInsetsOverride' as never,
    {
      insets: { top: 0, left: SIDE, right: SIDE, bottom: 21 },
    } as never,
  )
  for (const address of ['/', `/trip/${id}`, `/trip/${id}?tab=checklist`, `/trip/${id}/group`, '/account']) {
    await page.goto(address)
    await expect(page.getByRole('heading').first()).toBeVisible()
    if (address.startsWith('/trip')) await expect(panel(page).getByRole('heading').first()).toBeVisible()
    expect.soft(await findBelowNotch(page), address).toEqual([])
  }

  // What lies over the page: a dialog, and the offer to undo.
  await page.goto(`/trip/${id}/group`)
  await button(page, 'Add person').click()
  await expect(dialog(page)).toBeVisible()
  expect(await findBelowNotch(page)).toEqual([])
  await dialog(page).getByLabel('Name', { exact: true }).fill('Ana')
  await button(page, 'Add').click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await findBelowNotch(page)).toEqual([])

  // A header's colour reaches over the whole width.
  const header = await page.getByRole('banner').boundingBox()
  expect(header).toMatchObject({ x: 0, width: LANDSCAPE.width })
})

/** The texts and controls that reach below a notch on either side. */
const findBelowNotch = (page: Page) =>
  page.evaluate((side) => {
    const found = new Set<string>()
    const range = document.createRange()
    const check = (text: string | null, boxes: Iterable<DOMRect>) => {
      for (const { left, right, width } of boxes)
        if (width > 1 && (left < side || right > innerWidth - side)) found.add((text ?? '').trim().slice(0, 40))
    }
    for (const control of document.querySelectorAll('a, button, input, select, textarea'))
      if (control.checkVisibility())
        check(control.getAttribute('aria-label') ?? control.textContent, control.getClientRects())
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (!text.data.trim() || !text.parentElement?.checkVisibility()) continue
      range.selectNodeContents(text)
      check(text.data, range.getClientRects())
    }
    return [...found]
  }, SIDE)

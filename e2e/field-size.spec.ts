import type { Page } from '@playwright/test'
import { buildTicket } from '#domain/testing/tickets.ts'
import { expect, test } from './fixtures.ts'

/** Phones zoom in when a field with a smaller font gets the focus, and do not zoom back. */
const MIN_FONT_PX = 16

/** Expects that there are fields, and that all of them, visible or not, have a large enough font. */
async function expectLargeFields(page: Page, place: string): Promise<void> {
  const fields = page.locator('input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select')
  await expect(fields.first(), place).toBeAttached()
  const small = await fields.evaluateAll(
    (all, smallest) =>
      all.flatMap((field) => {
        const size = Number.parseFloat(getComputedStyle(field).fontSize)
        return size >= smallest ? [] : [`${(field as HTMLInputElement).labels?.[0]?.textContent}: ${size} px`]
      }),
    MIN_FONT_PX,
  )
  expect([...new Set(small)], place).toEqual([])
}

test('all fields have a font of at least 16 px on every tab, in edit modes and in dialogs', async ({
  page,
  signIn,
  createTrip,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: /Create Beta Account/ }).click()
  await expectLargeFields(page, 'sign-in')

  await signIn(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Create New Trip' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectLargeFields(page, 'a new trip')

  for (const type of ['car_trip', 'air_travel'] as const) {
    const plan = type === 'air_travel' ? { tickets: [buildTicket('AC 123')] } : {}
    const id = await createTrip(page, { name: 'Killarney', type, plan })
    await page.goto(`/trip/${id}`)
    await expect(page.getByRole('tab')).toHaveCount(type === 'car_trip' ? 4 : 5)
    for (const tab of await page.getByRole('tab').all()) {
      const name = (await tab.textContent()) ?? ''
      await tab.click()
      const panel = page.getByRole('tabpanel', { name, exact: true })
      const cancel = panel.getByRole('button', { name: 'Cancel', exact: true })
      await expect(panel.getByRole('heading').first()).toBeVisible()
      const edit = panel.getByRole('button', { name: /^Edit (meal plan|checklist|tickets)$/i })
      if ((await edit.count()) > 0) await edit.click()
      // In-place editing shows its fields only after a press.
      const opener = panel.getByRole('listitem').getByRole('button', { name: /^Edit / })
      if ((await opener.count()) > 0) await opener.first().press('Enter')
      await expectLargeFields(page, `${type}: ${name}`)
      if ((await cancel.count()) > 0) await cancel.click()
    }
    await page.getByRole('button', { name: 'Share trip' }).click()
    await page.getByRole('dialog').getByRole('switch').click()
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
    await expectLargeFields(page, 'sharing')
  }
})

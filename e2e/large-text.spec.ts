import type { Page } from '@playwright/test'
import { usedSample } from '#domain/testing/used-sample.ts'
import { expect, test } from './fixtures.ts'
import { panel, waitUntilQuiet } from './page-parts.ts'
import { addNotice } from './stored-plan.ts'

test.use({ isSignedIn: true, viewport: { width: 768, height: 1024 } })

test('with text twice as large, columns on a tablet are wide enough for whole words', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip' })
  const used = { name: 'Killarney in the fall', type: 'car_trip', plan: { details: usedSample } } as const
  const usedId = await createTrip(page, used)
  const tabs = {
    'Adventure Itinerary': `/trip/${id}?tab=itinerary`,
    'Camping Checklist': `/trip/${id}?tab=checklist`,
    'Shopping list': `/trip/${usedId}/group?tab=shopping`,
    Gear: `/trip/${usedId}/group?tab=gear`,
  }
  for (const [heading, address] of Object.entries(tabs)) {
    await page.goto(address)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible()
    await expect(panel(page).getByRole('listitem').first()).toBeVisible()
    await waitUntilQuiet(page)
    expect.soft(await findSplitWords(page), heading).toEqual([])
  }
})

test('with text twice as large, news and the cards of trips with news have whole words', async ({
  page,
  person,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip' })
  addNotice(server, id, person, { what: 'seat_lost', name: 'Alexandria' })
  for (const [path, shown] of Object.entries({
    '/': page.getByRole('link', { name: '1 new for you: Killarney in the fall' }),
    [`/trip/${id}/news`]: page.getByRole('link', { name: 'You’ve lost your seat in Alexandria’s car.' }),
  })) {
    await page.goto(path)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expect(shown).toBeVisible()
    await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
    await waitUntilQuiet(page)
    expect.soft(await findSplitWords(page), path).toEqual([])
  }
})

/** The words that continue on another line. */
const findSplitWords = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      // Hidden text for screen readers is one pixel wide.
      if (!text.parentElement?.checkVisibility() || text.parentElement.clientWidth === 1) continue
      for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.push(word)
      }
    }
    return found
  })

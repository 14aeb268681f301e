import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newTicket, ticketTypes } from '#domain/plan/tickets.ts'
import { asText } from '../scripts/check-engines/driver.ts'
import { findLayoutFaults } from '../scripts/check-engines/layout-faults.ts'
import { expect, test } from './fixtures.ts'
import { panel, waitUntilQuiet } from './page-parts.ts'
import { storeSection } from './stored-plan.ts'

test.use({ isSignedIn: true, viewport: { width: 768, height: 1024 } })

test('with text twice as large, columns on a tablet are wide enough for whole words', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip' })
  const tabs = {
    'Adventure Itinerary': `/trip/${id}?tab=itinerary`,
    'Camping Checklist': `/trip/${id}?tab=checklist`,
    'Shopping list': `/trip/${id}/group?tab=shopping`,
    Gear: `/trip/${id}/group?tab=gear`,
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

for (const width of [390, 768])
  test(`with text twice as large, nothing of the tickets lies on something else at ${width} px`, async ({
    page,
    server,
    createTrip,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const id = await createTrip(page, { name: 'Lisbon', type: 'air_travel' })
    const facts = { date: '2027-02-24', time: '10:45 PM', location: 'Toronto Pearson, Terminal 3', details: 'Gate B22' }
    const tickets = ticketTypes.map((type) => ({
      ...newTicket(randomUUID()),
      type,
      ...facts,
      title: 'Toronto to Lisbon by way of Montréal',
      confirmationNumber: 'TPXK7Q-0042-7781',
    }))
    await storeSection(page, server, id, 'tickets', tickets)
    await page.goto(`/trip/${id}?tab=tickets`)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expect(panel(page).getByText('TPXK7Q-0042-7781').first()).toBeVisible()
    await waitUntilQuiet(page)
    expect(await page.evaluate(`${asText(findLayoutFaults)}()`)).toEqual([])
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

import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { UNSUBSCRIBE_PATH } from '#domain/api/notices.ts'
import { UNSUBSCRIBE_PAGE } from '#domain/sign-in-links.ts'
import { session } from '#web/data/root/session.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { responses, showPage } from '#web/testing/open-trip.tsx'
import { button, expectCount, sidewaysScroll } from '#web/testing/screen.ts'
import { UnsubscribePage } from './unsubscribe-page.tsx'

const TOKEN = 'a-token-of-a-mail'
const stop = button('Stop these emails')
const alert = page.getByRole('alert')
const status = page.getByRole('status')

/** The address of the tests' page. */
const home = `${location.pathname}${location.search}`

let sent: unknown[]
/** How often the network fails next. */
let failures: number
beforeEach(() => {
  sent = []
  failures = 0
  responses.set(UNSUBSCRIBE_PATH, async (body) => {
    if (failures-- > 0) throw new TypeError('Failed to fetch')
    sent.push(body)
    return { trip_name: 'Pog Lake' }
  })
  return () => history.replaceState(null, '', home)
})

/** Opens the link of a mail on a phone. */
async function openLink(token: string): Promise<void> {
  await page.viewport(390, 844)
  history.replaceState(null, '', `#${token}`)
  showPage(<UnsubscribePage />)
  await expect.element(page.getByRole('heading', { name: 'Stop emails about a trip' })).toBeVisible()
}

test('it works signed out, only after a press, and the token leaves the address', async () => {
  expect(session.getCurrentUser()).toBeNull()
  await openLink(TOKEN)
  await expect.element(status).toHaveTextContent(/^Stop getting emails about this trip\?/)
  expect([location.hash, sent]).toEqual(['', []])
  expect(sidewaysScroll()).toBe(0)
  await expectNoAxeFindings()
  await stop.click()
  await expect.element(status).toHaveTextContent('Done. You’ll get no more emails about “Pog Lake”.')
  expect(sent).toEqual([{ token: TOKEN }])
  await expectCount(stop, 0)
  await expect.element(page.getByRole('link', { name: 'Open Wayfare' })).toHaveAttribute('href', '/')
  await expectNoAxeFindings()
})

test('a reload keeps the token', async () => {
  await openLink(TOKEN)
  showPage(<UnsubscribePage />)
  await stop.click()
  await expect.poll(() => sent).toEqual([{ token: TOKEN }])
})

test('the link of another mail in the same tab is about its own trip', async () => {
  await openLink(TOKEN)
  await stop.click()
  await expect.element(status).toHaveTextContent(/^Done/)
  location.hash = '#another-token'
  await stop.click()
  await expect.poll(() => sent).toEqual([{ token: TOKEN }, { token: 'another-token' }])
  expect(location.hash).toBe('')
})

test('the address for mail programs works too, and the token leaves it', async () => {
  history.replaceState(null, '', `${UNSUBSCRIBE_PAGE}/${TOKEN})`)
  showPage(<UnsubscribePage />)
  await expect.element(status).toHaveTextContent(/^Stop getting emails about this trip\?/)
  expect([location.pathname, location.hash]).toEqual([UNSUBSCRIBE_PAGE, ''])
  // A reload keeps it, and what a message put behind the next link is no part of it.
  showPage(<UnsubscribePage />)
  await stop.click()
  await expect.element(status).toHaveTextContent(/^Done/)
  location.hash = '#another-token).'
  await stop.click()
  await expect.poll(() => sent).toEqual([{ token: TOKEN }, { token: 'another-token' }])
  expect(location.hash).toBe('')
})

test('without a network it says so, and the next press does it', async () => {
  failures = 1
  await openLink(TOKEN)
  await stop.click()
  await expect.element(alert).toHaveTextContent('We couldn’t reach the server. Please check your connection.')
  await expectNoAxeFindings()
  await stop.click()
  await expect.element(status).toHaveTextContent(/^Done\./)
  await expectCount(alert, 0)
})

test('a link that no longer works says what to do, and promises nothing', async () => {
  const message = 'This link no longer works. Sign in to choose which emails you get about your trips.'
  const answer = window.fetch
  window.fetch = async () => Response.json({ error: { code: 'link_not_found', message } }, { status: 404 })
  try {
    await openLink(TOKEN)
    await stop.click()
    await expect.element(alert).toHaveTextContent(message)
    await expectCount(stop, 0)
    expect(status.elements()).toEqual([])
    await expectNoAxeFindings()
  } finally {
    window.fetch = answer
  }
})

test('a link without its token is incomplete', async () => {
  await openLink('')
  await expect.element(alert).toHaveTextContent('This link is incomplete. Open it again from the email.')
  await expectCount(stop, 0)
  await expect.element(page.getByRole('link', { name: 'Open Wayfare' })).toBeVisible()
  await expectNoAxeFindings()
})

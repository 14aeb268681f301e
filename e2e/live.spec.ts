import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { listText } from '#domain/list-text.ts'
import { expect, expectNoAxeFindings, type Person, SERVER_GONE, TestServer, test } from './fixtures.ts'
import { countRequests } from './held-requests.ts'
import { expectField, fillField, noteTexts, openField } from './page-parts.ts'
import { shareWithEverybody, storeSection } from './stored-plan.ts'
import { watchContext } from './watched-context.ts'

const presence = (page: Page, ...people: Pick<Person, 'full_name'>[]) => {
  const names = listText(people.map(({ full_name }) => full_name).sort())
  return page.getByRole('img', { name: `${names} ${people.length > 1 ? 'are' : 'is'} here too`, exact: true })
}

test.describe('a trip that two people have open', () => {
  let ben: Person
  let other: Page
  let tripId: string

  test.beforeEach(async ({ page, server, signIn, register, createTrip, openSignedIn }) => {
    ben = await register({ full_name: 'Ben Okafor' })
    await signIn(page)
    tripId = await createTrip(page, { name: 'Together', type: 'car_trip' })
    shareWithEverybody(server, tripId)
    other = await openSignedIn({}, ben)
    await page.goto(`/trip/${tripId}`)
    await other.goto(`/trip/${tripId}`)
    for (const each of [page, other]) await openField(each, 'Destination')
  })

  test("shows each person the other's changes and who made them, while both edit", async ({ page, person }) => {
    await expect(presence(page, ben)).toBeVisible()
    await expect(presence(other, person)).toBeVisible()

    // Each message is shown only for a while.
    const news = Promise.all([
      expect(page.getByText(`Updated by ${ben.full_name} just now`)).toBeVisible(),
      expect(other.getByText(`Updated by ${person.full_name} just now`)).toBeVisible(),
    ])
    await fillField(other, 'Entry gate', 'West')
    await fillField(page, 'Destination', 'Pog Lake')
    await expectField(other, 'Destination', 'Pog Lake')
    await expectField(page, 'Entry gate', 'West')
    await expectField(other, 'Entry gate', 'West')
    for (const each of [page, other]) await expect(each.getByText('Saved', { exact: true })).toBeHidden()
    await news
  })

  test('shows who else is present, without interrupting, on phone and desktop, in light and dark mode', async ({
    page,
    person,
    register,
    openSignedIn,
  }) => {
    test.slow()
    await expect(presence(page, ben)).toBeVisible()
    const cleo = await register({ full_name: 'Cleo Lake' })
    const third = await openSignedIn({}, cleo)
    await third.goto(`/trip/${tripId}`)
    await expect(presence(page, ben, cleo)).toBeVisible()
    await expect(presence(third, ben, person)).toBeVisible()
    await expectNoAxeFindings(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(presence(page, ben, cleo)).toBeVisible()
    await expectNoAxeFindings(page)
    // A reload does not count as leaving.
    await other.reload()
    await third.getByRole('button', { name: 'Back to Trips' }).click()
    await expect(presence(page, ben)).toBeVisible({ timeout: 20_000 })
    await other.close()
    await expect(presence(page, ben)).toBeHidden({ timeout: 20_000 })
  })

  test('stops listening when somebody signs out, and sends no more requests', async ({ page }) => {
    await expect(presence(page, ben)).toBeVisible()
    await other.getByRole('button', { name: ben.username }).click()
    await other.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(other.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    const streams = countRequests(other, 'GET', /\/events$/)
    await expect(presence(page, ben)).toBeHidden({ timeout: 20_000 })
    expect(await streams()).toBe(0)
  })
})

test('a stream reconnects after its server restarts and delivers what was missed', async ({
  allowConsole,
  browser,
  contextOptions,
  watch,
}) => {
  test.slow()
  allowConsole(SERVER_GONE)
  const server = await TestServer.open()
  const contexts = await Promise.all(
    ['Ana', 'Ben'].map(async (full_name) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: server.address })
      watchContext(context, server.address, watch)
      const data = { username: 'robin', full_name, is_beta_user: true, referred_by: null }
      const account = { email: `${full_name.toLowerCase()}@example.org`, password: 'pine-needles', data }
      const headers = { origin: server.address }
      expect((await context.request.post('/auth/v1/signup', { data: account, headers })).ok()).toBe(true)
      return context
    }),
  )
  try {
    const [page, other] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page]
    for (const each of [page, other]) {
      await each.goto('/')
      await each.getByRole('link', { name: 'Demo Algonquin Adventure' }).click()
      await openField(each, 'Destination')
    }
    const tripId = new URL(page.url()).pathname.slice('/trip/'.length)
    await expect(presence(page, { full_name: 'Ben' })).toBeVisible()

    await server.kill()
    await expect(presence(page, { full_name: 'Ben' })).toBeHidden({ timeout: 20_000 })
    // Blocks streams until there is something to miss.
    const streams = /\/events$/
    await page.route(streams, (route) => route.abort())
    await server.start()
    await storeSection(other, server, tripId, 'notes', [{ id: randomUUID(), text: 'Bring the canoe' }])
    await page.unroute(streams)
    await expect(noteTexts(page).first()).toHaveText('Bring the canoe', { timeout: 40_000 })
    await expect(presence(page, { full_name: 'Ben' })).toBeVisible({ timeout: 40_000 })
    await fillField(other, 'Destination', 'Rock Lake')
    await expectField(page, 'Destination', 'Rock Lake')
  } finally {
    for (const context of contexts) await context.close()
    await server.remove()
  }
})

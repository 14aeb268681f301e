import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { listText } from '#domain/list-text.ts'
import { expect, expectNoAxeFindings, type Person, SERVER_GONE, test } from './fixtures.ts'
import { countRequests } from './held-requests.ts'
import { expectField, fillField, noteTexts, openField } from './page-parts.ts'
import { shareWithEverybody, storeSection } from './stored-plan.ts'

const presence = (page: Page, ...people: Pick<Person, 'full_name'>[]) => {
  const names = listText(people.map(({ full_name }) => full_name).sort())
  return page.getByRole('img', { name: `${names} ${people.length > 1 ? 'are' : 'is'} here too`, exact: true })
}

test('people who have a trip open see each other’s changes and who is present, until somebody leaves or signs out', async ({
  page,
  person,
  server,
  signIn,
  register,
  createTrip,
  openSignedIn,
}) => {
  const [ben, cleo] = await Promise.all([
    register({ full_name: 'Ben Okafor' }),
    register({ full_name: 'Cleo Lake' }),
    signIn(page),
  ])
  const tripId = await createTrip(page, { name: 'Together', type: 'car_trip' })
  shareWithEverybody(server, tripId)
  const other = await openSignedIn({}, ben)
  for (const each of [page, other]) {
    await each.goto(`/trip/${tripId}`)
    await openField(each, 'Destination')
  }
  await test.step('each sees the other’s changes and who made them, while both edit', async () => {
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

  const third = await openSignedIn({}, cleo)
  await test.step('each sees who else is present, on phone and desktop, in light and dark mode', async () => {
    await third.goto(`/trip/${tripId}`)
    await expect(presence(page, ben, cleo)).toBeVisible()
    await expect(presence(third, ben, person)).toBeVisible()
    await expectNoAxeFindings(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(presence(page, ben, cleo)).toBeVisible()
    // A reload does not count as leaving.
    await other.reload()
    await third.getByRole('button', { name: 'Back to Trips' }).click()
    await expectNoAxeFindings(page)
    await expect(presence(page, ben)).toBeVisible({ timeout: 20_000 })
  })

  await test.step('nobody is present who signs out, which ends all requests, or closes the page', async () => {
    await third.goto(`/trip/${tripId}`)
    await expect(presence(page, ben, cleo)).toBeVisible()
    await third.close()
    await other.getByRole('button', { name: ben.username }).click()
    await other.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(other.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    const streams = countRequests(other, 'GET', /\/events$/)
    await expect(page.getByRole('img', { name: /here too$/ })).toBeHidden({ timeout: 20_000 })
    expect(await streams()).toBe(0)
  })
})

test('a stream reconnects after its server restarts and delivers what was missed', async ({
  page,
  friend,
  person,
  server,
  signIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(SERVER_GONE)
  await signIn(page)
  const tripId = await createTrip(page, { name: 'Interrupted', type: 'car_trip' })
  shareWithEverybody(server, tripId)
  for (const each of [page, friend]) {
    await each.goto(`/trip/${tripId}`)
    await openField(each, 'Destination')
  }
  await expect(presence(page, { full_name: 'Alex Friend' })).toBeVisible()
  await expect(presence(friend, person)).toBeVisible()

  await server.kill()
  await expect(presence(page, { full_name: 'Alex Friend' })).toBeHidden({ timeout: 20_000 })
  // Blocks streams until there is something to miss.
  const streams = /\/events$/
  await page.route(streams, (route) => route.abort())
  await server.start()
  await storeSection(friend, server, tripId, 'notes', [{ id: randomUUID(), text: 'Bring the canoe' }])
  await page.unroute(streams)
  await expect(noteTexts(page).first()).toHaveText('Bring the canoe', { timeout: 40_000 })
  await expect(presence(page, { full_name: 'Alex Friend' })).toBeVisible({ timeout: 40_000 })
  await fillField(friend, 'Destination', 'Rock Lake')
  await expectField(page, 'Destination', 'Rock Lake')
})

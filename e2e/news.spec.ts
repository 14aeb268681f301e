import type { Page } from '@playwright/test'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { buildCar } from '#domain/testing/rides.ts'
import { TestSmtpServer } from '#server/testing/smtp-server.ts'
import { test as base, expect, expectNoAxeFindings, OFFLINE, TestServer } from './fixtures.ts'
import { openPlan } from './joining.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { button, dialog, expectSaved, tripMenu } from './page-parts.ts'
import { openAnswers } from './people-list.ts'
import { phoneWithApp, touchPhone } from './phone.ts'
import { addMember } from './stored-plan.ts'

/* What somebody is told about a trip, on phones. */

/** With mail: somebody is invited by their address. */
const test = base.extend<object, { server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const smtp = await TestSmtpServer.start()
      const server = await TestServer.open()
      await server.restartWith(smtp.env(server.address))
      await use(server)
      await server.remove()
      await smtp.goDown()
    },
    { scope: 'worker' },
  ],
})

test.use({ isSignedIn: true, ...touchPhone })

const news = (page: Page) => page.getByRole('region', { name: 'News for you' })

test('a rider whose driver cancels is told within a minute, and who came by email sees news, also offline', async ({
  page,
  server,
  register,
  createTrip,
  openSignedIn,
  person,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  allowConsole(/The trips could not be loaded/)
  const ana = await register({ full_name: 'Ana Lake' })
  const [ben, kim] = [await register({ full_name: 'Ben Lake' }), await register({ full_name: 'Kim Lake' })]
  const car = buildCar(ben.id)
  const people = [
    buildParty(buildComing('Robin Tester', { id: person.id })),
    buildParty(buildComing('Ben Lake', { id: ben.id })),
    buildParty(buildComing('Kim Lake', { id: kim.id })),
  ]
  const rides = { cars: [car], riders: [{ id: kim.id, car: car.id }] }
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan: { people, rides } })
  for (const member of [ben, kim]) addMember(server, id, member)
  const rider = await openSignedIn(touchPhone, kim)
  await rider.goto(`/trip/${id}/news`)
  await expect(news(rider)).toContainText('Nothing new for you.')
  const phone = await openSignedIn(phoneWithApp, ana)
  await phone.goto('/')
  await expect(button(phone, 'Create New Trip')).toBeVisible()

  await page.goto(`/trip/${id}/group`)
  await button(page, 'Invite people').tap()
  await button(page, 'Create link').tap()
  await dialog(page).getByLabel('Send it by email to', { exact: true }).fill(ana.email)
  await button(page, 'Send').tap()
  const invited = server.database.prepare(`select count(*) from notices where user_id = ? and kind = 'invited'`).pluck()
  await expect.poll(() => invited.get(ana.id)).toBe(1)

  await phone.reload()
  await button(phone, '1 invitation').tap()
  const invitations = phone.getByRole('region', { name: 'Invitations' })
  // Anybody can register with any address: the name of the trip and the link are in the mail.
  await expect(invitations).toContainText('You’re invited to a trip')
  await expect(invitations).toContainText(`Open the link in the email we sent to ${ana.email}.`)
  await expect(invitations.getByRole('link')).toHaveCount(0)
  await expectNoAxeFindings(phone)
  const prove = server.database.prepare('update users set email_proven_at = ? where id = ?')
  prove.run(new Date().toISOString(), ana.id)
  await phone.reload()
  await expect(invitations).toContainText('Robin Tester invited you to “To the lake”')
  await expectNoAxeFindings(phone)
  // The next start has it from the first moment.
  await phone.reload()
  await invitations.getByRole('link', { name: 'See the invitation' }).tap()
  await button(phone, 'Join as Ana Lake').tap()
  await openPlan(phone)
  await waitUntilTripPersisted(phone, id)

  // The first look at a person is no news.
  const known = server.database
    .prepare(
      `select count(*) from trip_watches join memberships using (trip_id)
       where trip_id = ? and user_id = ? and instr(known, person_id) > 0`,
    )
    .pluck()
  await expect.poll(() => known.get(id, ana.id), { timeout: 60_000 }).toBe(1)
  const driver = await openSignedIn(touchPhone, ben)
  await driver.goto(`/trip/${id}/group`)
  await openAnswers(driver)
  await driver.getByRole('radio', { name: 'Not coming' }).check()
  await expectSaved(driver)
  await page.goto(`/trip/${id}/before`)
  await button(page, 'Announce something').tap()
  await dialog(page).getByLabel('Announcement').fill('The gate closes at nine.')
  await button(page, 'Send').tap()
  await expectSaved(page)

  await test.step('the rider is told, and so is the organizer', async () => {
    const lost = news(rider).getByRole('link', { name: 'You’ve lost your seat in Ben Lake’s car.' })
    await expect(lost).toBeVisible({ timeout: 60_000 })
    await expectNoAxeFindings(rider)
    await lost.tap()
    await expect(rider).toHaveURL(`/trip/${id}/group?tab=rides`)
    await page.goto(`/trip/${id}`)
    await tripMenu(page).tap()
    await page.getByRole('menuitem', { name: 'News for you (1)' }).tap()
    await expect(news(page)).toContainText('1 person needs another ride.')
  })

  const card = phone.getByRole('link', { name: '1 new for you: To the lake' })
  await expect(async () => {
    await phone.goto('/')
    await expect(card).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 60_000 })
  await expect(invitations).toHaveCount(0)
  await expectNoAxeFindings(phone)
  await waitUntilAppCached(phone)
  await phone.context().setOffline(true)
  // A restart has what it last knew.
  await phone.reload()
  await card.tap()
  await expect(phone).toHaveURL(`/trip/${id}/news`)
  await expect(news(phone)).toContainText('You’re offline. This is what was new when you were last online.')
  await expect(news(phone).getByRole('link', { name: /The gate closes at nine/ })).toBeVisible()
  await expectNoAxeFindings(phone)

  await phone.context().setOffline(false)
  const read = server.database.prepare(`select count(read_at) from notices where user_id = ? and kind = 'announcement'`)
  await expect.poll(() => read.pluck().get(ana.id)).toBe(1)
  await phone.goto('/')
  await expect(phone.getByRole('link', { name: 'To the lake', exact: true })).toBeVisible()
  await expect(card).toHaveCount(0)

  // A sign-out leaves nothing of it on the device.
  const stored = () => phone.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('notices')).length)
  expect(await stored()).toBe(1)
  await button(phone, ana.username).tap()
  await phone.getByRole('menuitem', { name: 'Sign Out' }).tap()
  await expect(phone.getByRole('form', { name: 'Sign In' })).toBeVisible()
  await expect.poll(stored).toBe(0)
})

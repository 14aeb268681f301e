import type { Page } from '@playwright/test'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { buildCar } from '#domain/testing/rides.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { expectSaved } from './page-parts.ts'
import { openAnswers } from './people-list.ts'
import { touchPhone } from './phone.ts'
import { addMember } from './stored-plan.ts'

/* What somebody is told about a trip, on phones. */

test.use({ isSignedIn: true, ...touchPhone })

const news = (page: Page) => page.getByRole('region', { name: 'News for you' })

test('a rider whose driver cancels is told within a minute, and so is the organizer', async ({
  page,
  person,
  server,
  register,
  createTrip,
  openContext,
  signIn,
}) => {
  const [ben, kim] = [await register({ full_name: 'Ben Lake' }), await register({ full_name: 'Kim Lake' })]
  const car = buildCar(ben.id)
  const people = [
    buildParty(buildComing('Robin Tester', { id: person.id })),
    buildParty(buildComing('Ben Lake', { id: ben.id })),
    buildParty(buildComing('Kim Lake', { id: kim.id })),
  ]
  const rides = { cars: [car], riders: [{ id: kim.id, car: car.id }] }
  const id = await createTrip(page, { name: 'Lake', type: 'car_trip', plan: { people, rides } })
  for (const member of [ben, kim]) addMember(server, id, member)

  const phone = await (await openContext(touchPhone)).newPage()
  await signIn(phone, kim)
  await phone.goto(`/trip/${id}/news`)
  await expect(news(phone)).toContainText('Nothing new for you.')
  // What the server has seen of the trip before is no news.
  const watches = server.database.prepare('select count(*) as count from trip_watches where trip_id = ?')
  await expect.poll(() => watches.get(id)).toEqual({ count: 1 })

  const driver = await (await openContext(touchPhone)).newPage()
  await signIn(driver, ben)
  await driver.goto(`/trip/${id}/group`)
  await openAnswers(driver)
  await driver.getByRole('radio', { name: 'Not coming' }).check()
  await expectSaved(driver)

  const lost = news(phone).getByRole('link', { name: 'You’ve lost your seat in Ben Lake’s car.' })
  await expect(lost).toBeVisible({ timeout: 60_000 })
  await expectNoAxeFindings(phone)
  await lost.tap()
  await expect(phone).toHaveURL(`/trip/${id}/group?tab=rides`)

  await page.goto(`/trip/${id}`)
  await page.getByRole('button', { name: 'Lake' }).first().tap()
  await page.getByRole('menuitem', { name: 'News for you (1)' }).tap()
  await expect(news(page)).toContainText('1 person needs another ride.')
})

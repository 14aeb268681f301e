import type { Page } from '@playwright/test'
import { newMealDay } from '#domain/plan/meals.ts'
import type { Party } from '#domain/plan/people.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { expect, expectNoAxeFindings, OFFLINE, test } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { waitUntilAppCached } from './on-device.ts'
import { button, expectSaved, panel } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'
import { readPeople, storeSection } from './stored-plan.ts'

test.use({ isSignedIn: true })

/* Duties: a fair rota, volunteering offline, cooks at a meal, and what somebody has promised. */

const meals = { '1': newMealDay('car_trip', 1), '2': newMealDay('car_trip', 2) }
const persons = ['Ana', 'Ben', 'Cleo', 'Dan'].map((name) => buildComing(name))
const party: Party = buildParty(...persons)
/** A duty with all that is said about it. */
const duty = (page: Page, name: string) =>
  panel(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: new RegExp(`^${name}: `) }) })

async function openDuties(page: Page, tripId: string): Promise<void> {
  await page.goto(`/trip/${tripId}/group?tab=rides&view=duties`)
  await expect(page.getByRole('heading', { name: 'Duties' })).toBeVisible()
}

test('the usual duties, a fair rota, and a member without editing rights who takes and gives up a duty offline', async ({
  openContext,
  openSignedIn,
  createTrip,
  server,
  friend,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const ana = await openSignedIn(phoneWithApp)
  const id = await createTrip(ana, { name: 'To the lake', type: 'car_trip', plan: { meals } })
  const link = `${server.address}/join/${await createInvitation(ana, server, id)}`
  const lou = await (await openContext(phoneWithApp)).newPage()
  await joinAsGuest(lou, link, 'Lou Lake')
  await storeSection(ana, server, id, 'people', [...(await readPeople(ana, server, id)), party])
  const headers = { origin: server.address }
  await ana.context().request.put(`${server.address}/api/trips/${id}/people`, {
    data: { members_edit: false },
    headers,
  })

  await openDuties(ana, id)
  await button(ana, 'Add the usual duties').tap()
  await button(ana, 'Add 12 duties').tap()
  await expect(duty(ana, 'Cook, day 1 dinner')).toContainText('2 places open')

  await openDuties(lou, id)
  await expect(button(lou, 'Propose a fair rota')).toHaveCount(0)
  await expect(button(lou, 'Add a duty')).toHaveCount(0)
  await expect(duty(lou, 'Cook, day 2 dinner')).toContainText('2 places open')
  await expect(duty(lou, 'Wash up, day 2 lunch')).toContainText('2 places open')
  await waitUntilAppCached(lou)
  await lou.context().setOffline(true)
  await button(lou, 'I’ll do it: Cook, day 2 dinner').tap()
  await button(lou, 'I’ll do it: Wash up, day 2 lunch').tap()
  await expect(duty(lou, 'Cook, day 2 dinner')).toContainText('You · 1 place open')
  await button(lou, 'Give up duty: Wash up, day 2 lunch').tap()
  await expect(duty(lou, 'Wash up, day 2 lunch')).toContainText('2 places open')
  await lou.context().setOffline(false)
  await expect(duty(ana, 'Cook, day 2 dinner')).toContainText('Lou Lake · 1 place open')

  // The proposal respects that.
  await button(ana, 'Propose a fair rota').tap()
  await button(ana, 'Assign 23 places').tap()
  await expectSaved(ana)
  await expect(ana.getByText(/places? open/)).toHaveCount(0)
  await expect(button(ana, 'Propose a fair rota')).toHaveCount(0)
  await expect(duty(ana, 'Cook, day 2 dinner')).toContainText('Lou Lake and')

  // The cooks are shown at the meal, where the member gives up their place.
  await lou.goto(`/trip/${id}?tab=meals`)
  await lou.getByRole('tab', { name: /^Day 2/ }).tap()
  const dinner = lou.getByRole('region', { name: 'Dinner' })
  await expect(dinner).toContainText('Cooks: You, ')
  await button(lou, 'Give up duty, Dinner').tap()
  await expect(dinner).toContainText('1 place open')
  await expect(duty(ana, 'Cook, day 2 dinner')).toContainText('1 place open')
  await button(lou, 'I’ll cook, Dinner').tap()
  await expect(duty(ana, 'Cook, day 2 dinner')).not.toContainText('open')

  // Who isn't coming sees what is open again; so do others.
  await lou.goto(`/trip/${id}/group`)
  await lou.getByRole('radio', { name: 'Not coming' }).check()
  const openAgain = lou.getByRole('region', { name: 'Free again, because Lou Lake isn’t coming' })
  await expect(openAgain).toContainText('Cook, day 2 dinner')
  await expectNoAxeFindings(lou)
  await expect(duty(ana, 'Cook, day 2 dinner')).toContainText('Lou Lake volunteered but isn’t coming.')
  await openDuties(lou, id)
  await expect(duty(lou, 'Cook, day 2 dinner')).toContainText('You volunteered, but you’re not coming.')
  await expect(duty(ana, 'Cook, day 2 dinner')).toContainText('1 place open')
  await button(lou, 'Give up duty: Cook, day 2 dinner').tap()
  await expect(duty(ana, 'Cook, day 2 dinner')).not.toContainText('Lou Lake')

  // Readers by link see no cooks.
  await ana.context().request.put(`${server.address}/api/trips/${id}/sharing`, { data: { is_public: true }, headers })
  await friend.goto(`/shared/${id}?tab=meals`)
  await expect(friend.getByRole('region', { name: 'Dinner' })).toBeVisible()
  await expect(friend.getByText('Cooks: ')).toHaveCount(0)
})
